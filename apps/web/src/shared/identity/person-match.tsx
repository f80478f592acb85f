import { useState } from 'react'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { fieldMessages } from '@qingzhou/domain/people/fields'
import { Card } from '@qingzhou/ui/layout'
import { TextField } from '@qingzhou/ui/inputs'
import { ApiError } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { useForm } from '#shared/forms/form.ts'
import { IdNumberField } from '#shared/forms/grouped-field.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { requiredField } from '#shared/forms/validation.ts'
import { queryOptions } from '@tanstack/react-query'

const { matchCustomer } = callsOf('identity', { matchCustomer: identityShapes.matchCustomer })
const { shape } = identityShapes.matchCustomer.request
const NO_MATCH = '姓名或证件号码与您登记的不一致，请核对后再试'

export type PersonMatch = ReturnType<typeof usePersonMatch>

export interface PersonMatchSetup {
  /** The purpose of the verification; one match allows one operation. */
  purpose: 'plan' | 'phone'
  businessNo: string
  onMatch: () => void | Promise<void>
}

/** Verifies the customer by name and card number. The number is never stored on the phone. */
export function usePersonMatch({ purpose, businessNo, onMatch }: PersonMatchSetup) {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    draft: `person-${purpose}`,
    initial: { name: '', no: '' },
    rules: {
      name: requiredField('姓名', shape.name, '姓名不能超过 30 个字'),
      no: requiredField('证件号码', shape.no, fieldMessages.idNumber),
    },
    notPersisted: ['no'],
  })

  async function submit() {
    if (!form.check('name', 'no')) return
    setProblem(undefined)
    const { name, no } = form.values
    try {
      const asked = { name: name.trim(), no, purpose, businessNo }
      const { matches } = await matchCustomer(asked, { quiet: true })
      if (!matches) return form.fail('no', NO_MATCH, ['name', 'no'])
      form.forget()
      await onMatch()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }

  return { form, submit, problem }
}

/** Typed by hand: possession of the phone alone must not be enough. */
export function PersonFields({ match: { form, problem } }: { match: PersonMatch }) {
  return (
    <>
      <Card title="请填写您本人的信息" note="须与借款时登记的身份证一致">
        <TextField {...form.text('name')} label="姓名" autoComplete="name" maxLength={30} />
        <IdNumberField {...form.text('no')} />
      </Card>
      <FormError of={problem} />
    </>
  )
}

const { person } = callsOf('identity', { person: identityShapes.person })

/** Query of the borrower: the card on file, masked, and recognised but unsaved fields. */
export function personQuery() {
  return queryOptions({
    queryKey: ['person'],
    queryFn: async ({ signal }) => person({}, { signal, quiet: true }),
    gcTime: 0,
  })
}
