-- An offer that was taken up keeps what was paid and given up for it; one that nobody took lapses.
ALTER TABLE waiver_offers DROP CONSTRAINT waiver_offers_state_check;
ALTER TABLE waiver_offers ADD CONSTRAINT waiver_offers_state_check
  CHECK (state IN ('open', 'taken', 'lapsed'));
ALTER TABLE waiver_offers ADD COLUMN made_on date NOT NULL DEFAULT '2026-11-01';
ALTER TABLE waiver_offers ALTER COLUMN made_on DROP DEFAULT;
-- Fee, penalty, interest, principal.
ALTER TABLE waiver_offers ADD COLUMN paid_fen bigint[];
ALTER TABLE waiver_offers ADD COLUMN waived_fen bigint[];
ALTER TABLE waiver_offers ADD COLUMN days_overdue integer;
CREATE INDEX waiver_offers_open ON waiver_offers (last_day) WHERE state = 'open';

-- An order that pays what an offer asks for.
ALTER TABLE repayments DROP CONSTRAINT repayments_kind_check;
ALTER TABLE repayments ADD CONSTRAINT repayments_kind_check
  CHECK (kind IN ('due', 'earlyFull', 'earlyPart', 'waiver'));
ALTER TABLE repayments ADD COLUMN offer_no text;
ALTER TABLE repayments ADD CONSTRAINT repayments_offer_check
  CHECK ((kind = 'waiver') = (offer_no IS NOT NULL));
