// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.devserver;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the command line asked for; the password comes from the environment, where {@code ps} does not show it. */
record Options(Path home, int port, Path plugins, String password, Map<String, String> config) {

    static final String PASSWORD_VARIABLE = "NEO4J_PASSWORD";
    private static final String USAGE =
            "--home DIR [--port N, 0 = a free one] [--plugins DIR] [--config key=value]...";

    static Options parse(String[] arguments, String password) {
        if (password == null || password.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected a password in the environment variable " + PASSWORD_VARIABLE + ", found none");
        }
        Path home = null;
        Path plugins = null;
        int port = 0;
        Map<String, String> config = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String value = valueAfter(arguments, i);
            switch (arguments[i]) {
                case "--home" -> home = Path.of(value).toAbsolutePath().normalize();
                case "--port" -> port = Integer.parseInt(value);
                case "--plugins" -> plugins = Path.of(value).toAbsolutePath().normalize();
                case "--config" -> putSetting(config, value);
                default -> throw new IllegalArgumentException("unknown argument " + arguments[i] + "; expected " + USAGE);
            }
        }
        if (home == null) {
            throw new IllegalArgumentException("--home is missing; expected " + USAGE);
        }
        return new Options(home, port, plugins == null ? home.resolve("plugins") : plugins, password, config);
    }

    private static String valueAfter(String[] arguments, int index) {
        if (index + 1 == arguments.length) {
            throw new IllegalArgumentException(arguments[index] + " needs a value; expected " + USAGE);
        }
        return arguments[index + 1];
    }

    private static void putSetting(Map<String, String> config, String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "--config expects key=value, such as db.transaction.timeout=5s; got " + text);
        }
        config.put(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
    }
}
