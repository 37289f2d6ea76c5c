// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.devserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.neo4j.cli.AdminTool;
import org.neo4j.cli.ExecutionContext;
import org.neo4j.configuration.GraphDatabaseInternalSettings;

/** The folder that outlives the process: settings, password and data, laid out as in an installed Neo4j. */
final class Home {

    private static final Set<String> READ_ONLY =
            Set.of("server.databases.read_only", "server.databases.default_to_read_only");

    private final Options options;

    Home(Options options) {
        this.options = options;
    }

    /** Writes the settings and, before the first start only, the password. Returns the settings file. */
    Path prepare() throws IOException {
        boolean firstStart = !Files.exists(options.home().resolve("data/databases/system"));
        if (firstStart && options.config().keySet().stream().anyMatch(READ_ONLY::contains)) {
            throw new IllegalArgumentException("a home folder cannot be read-only at its first start, because Neo4j"
                    + " has to create the databases; start and stop " + options.home() + " once without "
                    + READ_ONLY);
        }
        Path settings = options.home().resolve("conf").resolve("neo4j.conf");
        Files.createDirectories(settings.getParent());
        Files.createDirectories(options.plugins());
        Files.writeString(settings, render());
        if (firstStart) {
            setInitialPassword(settings.getParent());
        }
        return settings;
    }

    private void setInitialPassword(Path conf) {
        int status = AdminTool.execute(
                new ExecutionContext(options.home(), conf), "dbms", "set-initial-password", options.password());
        if (status != 0) {
            throw new IllegalArgumentException("Neo4j's admin tool refused the settings or the initial password;"
                    + " its reason stands above (a password needs 8 characters or more)");
        }
    }

    private String render() {
        return settings().entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining("\n", "# Written anew at every start of the development server.\n", "\n"));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server.bolt.enabled", "true");
        settings.put("server.bolt.listen_address", "localhost:" + options.port());
        settings.put("server.bolt.thread_pool_max_size", "64");
        settings.put("server.directories.plugins", options.plugins().toString());
        settings.put("server.memory.pagecache.size", "256m");
        // Neo4j waits ten seconds at every stop for late network traffic; the name differs between the lines.
        settings.put(GraphDatabaseInternalSettings.netty_server_shutdown_quiet_period.name(), "0");
        settings.put("dbms.security.auth_enabled", "true");
        settings.put("dbms.usage_report.enabled", "false");
        // Otherwise every new home takes half a gigabyte of disk for empty transaction logs.
        settings.put("db.tx_log.preallocate", "false");
        // A misspelt setting must fail the start, not be ignored.
        settings.put("server.config.strict_validation.enabled", "true");
        settings.putAll(options.config());
        return settings;
    }
}
