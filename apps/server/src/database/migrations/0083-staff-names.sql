-- Whose draws are employees' loans. Who they are is sealed; each can be found by what is known of them.
CREATE TABLE staff_names (
  name_no text PRIMARY KEY,
  id_index bytea NOT NULL UNIQUE,
  name_index bytea NOT NULL,
  mobile_index bytea NOT NULL,
  id_number_sealed bytea NOT NULL,
  name_sealed bytea NOT NULL,
  mobile_sealed bytea NOT NULL,
  employer text NOT NULL,
  -- The employer in its one form, so that an employer is found however its name is typed.
  employer_search text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL,
  -- Those of one import were added at one moment: they are told apart by this.
  added_order bigint GENERATED ALWAYS AS IDENTITY
);
COMMENT ON TABLE staff_names IS 'look-up: blind index of an ID number -> on the list of employees';
CREATE INDEX staff_names_name ON staff_names (name_index);
CREATE INDEX staff_names_mobile ON staff_names (mobile_index);
CREATE INDEX staff_names_employer ON staff_names (employer_search text_pattern_ops);
CREATE INDEX staff_names_newest ON staff_names (added_order);
