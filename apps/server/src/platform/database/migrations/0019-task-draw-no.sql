-- Queued tasks name the draw by draw_no, as the tables and the code do.
UPDATE tasks
   SET payload = (payload - 'loanSeqNo') || jsonb_build_object('drawNo', payload -> 'loanSeqNo')
 WHERE payload ? 'loanSeqNo';
