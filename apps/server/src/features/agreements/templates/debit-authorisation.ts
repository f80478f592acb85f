import { lender } from '@qingzhou/domain/lender'
import { orBlank } from '#features/agreements/blanks.ts'
import type { LoanFacts, Template } from '#features/agreements/template.ts'
import { heading, pairs, paragraph, points } from '#platform/documents/blocks.ts'

/** Lets the lender collect what is due from the borrower's own card. */
export const debitAuthorisation: Template = {
  code: 'debit-authorisation',
  version: '2026.11',
  title: '委托扣款授权书',
  event: '0302',
  alsoAt: '0501',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: ({ borrower, loan, plan }) => [
    pairs({
      授权人: borrower.name,
      证件号码: borrower.idNumber,
      被授权人: lender.company,
      扣款账户: orBlank(cardOf(loan ?? plan)),
    }),
    heading('一、授权事项'),
    points(
      '您授权我们在每期还款日，从上述账户扣划当期应还的金额；到期未扣成的，可以在当日和之后继续扣划，直至还清。',
      '扣划金额不超过届时到期应还的本金、利息、罚息和费用之和。',
      '还款日前，您可以自行还款；已还的部分不再扣划。',
    ),
    heading('二、请您留意'),
    points('请在还款日前存足资金。', '扣款成功或失败，我们都会用短信告知您。'),
    heading('三、期限与撤销'),
    paragraph(
      `自签署之日起，至借款全部结清之日止。借款未结清前，您可以更换扣款账户；如需撤销授权，请先约定其他还款方式，联系 ${lender.servicePhone}。`,
    ),
  ],
}

function cardOf(matter: Pick<LoanFacts, 'card'> | undefined): string | undefined {
  return matter && `${matter.card.bankName}（尾号 ${matter.card.lastFour}）`
}
