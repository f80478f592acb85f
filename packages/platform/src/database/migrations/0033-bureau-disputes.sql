-- Staff find a dispute by its number only, also after its answer.
CREATE INDEX bureau_disputes_dispute_no ON bureau_disputes (dispute_no);
