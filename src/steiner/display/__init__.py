"""How evidence and answers are shown: trees and tables for a terminal, JSON, drawings."""
