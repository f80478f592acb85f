/** What partners and the lender have of an account, and what was booked in it. */
const SETTLED_ACCOUNTS = ['fee', 'penalty', 'interest', 'principal', 'refunds_payable'] as const

const settledSums = SETTLED_ACCOUNTS.map(
  (account) =>
    `${account}_debit_fen AS ${account}_debit, ${account}_credit_fen AS ${account}_credit`,
)
const bookedSums = SETTLED_ACCOUNTS.map(
  (account) => `-greatest(${account}_fen, 0), -greatest(-${account}_fen, 0)`,
)
const sumsOff = SETTLED_ACCOUNTS.map(
  (account) => `sum(${account}_debit) <> 0 OR sum(${account}_credit) <> 0`,
)

/** The settled days that are recounted each night. */
const RECOUNTED_DAYS = 7
const RECOUNTED = `business_date IN (SELECT settlement.business_date FROM partner_settlements AS settlement
                     WHERE settlement.business_date >= (SELECT max(last.business_date) - ${RECOUNTED_DAYS}
                                                          FROM partner_settlements AS last))`
const SHARED = `(customer_no, loan_no) IN (SELECT customer_no, loan_no FROM loan_partners)`

/** The settled days on which partners and the lender have more or less than was booked. [Z8] */
export const PARTNER_DIFFERENCES = `
  SELECT '' AS customer_no, business_date::text AS subject_no
    FROM (SELECT business_date, settled_fen AS settled, ${settledSums.join(', ')}
            FROM partner_settlements WHERE ${RECOUNTED}
           UNION ALL
          SELECT business_date,
                 CASE WHEN against IN ('clearing', 'conversion')
                      THEN fee_fen + penalty_fen + interest_fen + principal_fen + refunds_payable_fen
                      ELSE 0 END,
                 ${bookedSums.join(', ')}
            FROM (SELECT business_date, against, fee_fen, penalty_fen, interest_fen, principal_fen,
                         refunds_payable_fen
                    FROM ledger_postings WHERE ${RECOUNTED} AND ${SHARED}
                   UNION ALL
                  SELECT business_date, 'income', fee_fen, penalty_fen, interest_fen, 0, 0
                    FROM ledger_accruals WHERE ${RECOUNTED} AND ${SHARED}) AS booked) AS moved
   GROUP BY business_date HAVING sum(settled) <> 0 OR ${sumsOff.join(' OR ')}`
