-- Lists of proposals that are filtered by kind or by proposer are read from their place on, in each sorting. Each index is
-- one more write when a member of staff proposes or decides, which is some thousand times a day at most.
CREATE INDEX proposals_of_kind_by_time ON proposals (kind, proposed_at, proposal_no);
CREATE INDEX proposals_of_kind_by_amount ON proposals (kind, amount_fen, proposal_no);
CREATE INDEX proposals_of_kind_by_expiry ON proposals (kind, expires_at, proposal_no);
CREATE INDEX proposals_of_proposer_by_time ON proposals (proposed_by, proposed_at, proposal_no);
CREATE INDEX proposals_of_proposer_by_amount ON proposals (proposed_by, amount_fen, proposal_no);
CREATE INDEX proposals_of_proposer_by_expiry ON proposals (proposed_by, expires_at, proposal_no);

-- One act of one member of staff, among millions of rows of either. One more write for each act of staff.
CREATE INDEX staff_log_actor_act ON staff_log (actor, act, log_no);

-- Face checks that wait for a reviewer, and not all that ever did.
CREATE INDEX face_attempts_to_review ON face_attempts (attempt_no) WHERE state = 'review';
