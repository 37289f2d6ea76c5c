// SPDX-License-Identifier: GPL-3.0-or-later
package org.steiner.devserver;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.exceptions.AuthenticationException;
import org.neo4j.graphdb.Result;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** A persistent Neo4j with Bolt and authentication. Prints {@code READY bolt://localhost:PORT} once it can be used. */
public final class DevServer {

    private DevServer() {}

    public static void main(String[] arguments) {
        // Standard output carries the ready line alone; whatever a library prints goes to the log.
        PrintStream announcements = System.out;
        System.setOut(System.err);
        stopWhenStandardInputCloses();
        try {
            Options options = Options.parse(arguments, System.getenv(Options.PASSWORD_VARIABLE));
            DatabaseManagementService service = start(options);
            String uri = "bolt://localhost:" + port(service);
            warmUp(service);
            logIn(uri, options);
            announcements.println("READY " + uri);
            announcements.flush();
        } catch (Exception failure) {
            failure.printStackTrace();
            System.err.println("The development server could not start: " + reasons(failure));
            System.exit(1);
        }
    }

    private static DatabaseManagementService start(Options options) throws IOException {
        DatabaseManagementService service = new DatabaseManagementServiceBuilder(options.home())
                .loadPropertiesFromFile(new Home(options).prepare())
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown, "stop-neo4j"));
        return service;
    }

    private static int port(DatabaseManagementService service) {
        return ((GraphDatabaseAPI) service.database(GraphDatabaseSettings.SYSTEM_DATABASE_NAME))
                .getDependencyResolver()
                .resolveDependency(ConnectorPortRegister.class)
                .getLocalAddress(ConnectorType.BOLT)
                .getPort();
    }

    /**
     * The first query takes seconds on a busy machine, longer than a small {@code db.transaction.timeout} grants to
     * clients; a timeout of its own outlives that setting.
     */
    private static void warmUp(DatabaseManagementService service) {
        service.database(GraphDatabaseSettings.DEFAULT_DATABASE_NAME)
                .executeTransactionally("RETURN 1", Map.of(), Result::resultAsString, Duration.ofMinutes(5));
    }

    private static void logIn(String uri, Options options) {
        try (Driver driver = GraphDatabase.driver(uri, AuthTokens.basic("neo4j", options.password()))) {
            driver.verifyConnectivity();
        } catch (AuthenticationException refused) {
            throw new IllegalArgumentException(
                    "the password is not the one that " + options.home() + " was first started with;"
                            + " give that one, or another home folder",
                    refused);
        }
    }

    /** A parent that is killed cannot send a signal, but its end of the pipe closes. */
    private static void stopWhenStandardInputCloses() {
        Thread watcher = new Thread(DevServer::exitAtEndOfInput, "watch-standard-input");
        watcher.setDaemon(true);
        watcher.start();
    }

    private static void exitAtEndOfInput() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException closed) {
            // The same as its end.
        }
        System.exit(0);
    }

    private static String reasons(Throwable failure) {
        StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            text.append(" <- ").append(cause.getMessage());
        }
        return text.toString();
    }
}
