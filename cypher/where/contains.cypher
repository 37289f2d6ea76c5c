CASE WHEN valueType(<<it>>.{{property}}) STARTS WITH 'LIST' THEN $<<value>> IN <<it>>.{{property}} END
