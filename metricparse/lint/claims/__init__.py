"""Reading what running text claims: passages, the concepts they speak of, and whether a rule's mistake is asserted."""
