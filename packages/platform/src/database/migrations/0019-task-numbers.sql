-- Queued tasks name a draw by drawNo and the request of a payment order by requestNo.
-- data move: the keys of queued payloads; test: apps/server/src/platform/database/migrations.test.ts
UPDATE tasks
   SET payload = (payload - 'loanSeqNo') || jsonb_build_object('drawNo', payload -> 'loanSeqNo')
 WHERE payload ? 'loanSeqNo';

UPDATE tasks
   SET payload = (payload - 'repaySeqNo') || jsonb_build_object('requestNo', payload -> 'repaySeqNo')
 WHERE payload ? 'repaySeqNo';
