package org.steiner.devserver;
public final class DevServer { }
