// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.procedures;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Procedure;

/** Tells a client that the plugin is there, and which one. */
public final class VersionProcedure {

    @Procedure(name = "steiner.version", mode = Mode.READ)
    @Description("The version of the steiner plugin.")
    public Stream<Version> version() {
        return Stream.of(new Version());
    }

    /** The only row of the answer. */
    public static final class Version {
        public final String version = read();

        private static String read() {
            Properties properties = new Properties();
            try (InputStream file = VersionProcedure.class.getResourceAsStream("plugin.properties")) {
                properties.load(file);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
            return properties.getProperty("version");
        }
    }
}
