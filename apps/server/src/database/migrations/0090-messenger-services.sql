-- The app a loan was applied for in, so that an app can show the bills of its own loans. Loans from before
-- do not know.
ALTER TABLE loan_applications ADD COLUMN app text CHECK (app IN ('wallet', 'messenger', 'browser'));

-- The loan a paper is about, where it is not the one it was drawn with.
ALTER TABLE signed_agreements ADD COLUMN loan_no text;
