-- Staff find a customer by name and the last four of the phone or the ID number: blind indexes of each pair. Values of
-- earlier rows are added by the task index-names, as only the servers can open what is sealed.
ALTER TABLE id_cards ADD name_phone_index bytea, ADD name_number_index bytea;
CREATE INDEX id_cards_name_phone ON id_cards (name_phone_index);
CREATE INDEX id_cards_name_number ON id_cards (name_number_index);
CREATE INDEX id_cards_without_name_index ON id_cards (customer_no)
  WHERE name_phone_index IS NULL AND name_sealed IS NOT NULL;
