CYPHER 5
CREATE CONSTRAINT steiner_one_index IF NOT EXISTS
FOR (b:SteinerIndex) REQUIRE b.steiner_id IS UNIQUE
