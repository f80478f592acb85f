-- Lists of proposals are read from their place on, in each sorting, with and without a state.
CREATE INDEX proposals_by_time ON proposals (proposed_at, proposal_no);
CREATE INDEX proposals_by_amount ON proposals (amount_fen, proposal_no);
CREATE INDEX proposals_by_expiry ON proposals (expires_at, proposal_no);
CREATE INDEX proposals_of_state_by_amount ON proposals (state, amount_fen, proposal_no);
CREATE INDEX proposals_of_state_by_expiry ON proposals (state, expires_at, proposal_no);
