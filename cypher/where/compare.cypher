<<it>>.{{property}} <<operator>> $<<value>>
