import { identityShapes } from '@qingzhou/contract/identity'
import { displayCompactDate, localDate } from '@qingzhou/domain/calendar/local-date'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { callsOf } from '#platform/api.ts'
import { enterApp } from '#platform/session.ts'
import { unlessTold } from '#shared/told.ts'
import { FOR_LIFE } from './id-card-fields.ts'
import type { IdCardForm } from './id-card-fields.ts'

const { saveIdCard } = callsOf('identity', { saveIdCard: identityShapes.saveIdCard })

/** Sends what stands on the card, as read and put right, and goes on. */
export function useSaveIdCard(form: IdCardForm) {
  const [problem, setProblem] = useState<string>()

  async function save() {
    const { isForLife } = form.values
    const dates = isForLife ? (['issueDate'] as const) : (['issueDate', 'expireDate'] as const)
    if (!form.check('name', 'nation', 'no', 'address', 'issueAgency', ...dates)) return
    setProblem(undefined)
    try {
      await saveIdCard(cardIn(form.values), { quiet: true })
    } catch (error) {
      unlessTold(error)
      if (error instanceof ApiError) setProblem(error.message)
      return
    }
    form.forget()
    await enterApp().catch(unlessTold)
  }

  return { save, problem }
}

function cardIn({ isForLife, ...values }: IdCardForm['values']) {
  return {
    name: values.name.trim(),
    no: values.no,
    nation: values.nation.trim(),
    address: values.address.trim(),
    issueAgency: values.issueAgency.trim(),
    issueDate: dayOf(values.issueDate),
    expireDate: isForLife ? (FOR_LIFE as '长期') : dayOf(values.expireDate),
  }
}

function dayOf(digits: string) {
  return localDate(displayCompactDate(digits))
}
