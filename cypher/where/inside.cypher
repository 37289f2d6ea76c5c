WHERE <<conditions>>
