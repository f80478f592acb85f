import { useQuery } from '@tanstack/react-query'
import type { OpenPlan } from '@qingzhou/contract/features/restructure'
import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import type { Choice } from '#shared/forms/choose-row.tsx'
import {
  ALIKE,
  ContactCard,
  contactFields,
  contactRules,
  contactsIn,
  contactValuesOf,
  mobiles,
} from '#shared/forms/contacts.tsx'
import { useForm } from '#shared/forms/form.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import { PlanProgress } from './plan-steps.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'
import { useSavePlanPart } from './use-sign-plan.ts'

const { planContacts, verifyPerson } = routes.restructure

/** Two contacts, prefilled with the known ones. */
export default function PlanContactsScreen() {
  return (
    <PlanStepGate at="contacts" title={planContacts.title} isForm>
      {(plan) => <PlanContacts plan={plan} />}
    </PlanStepGate>
  )
}

function PlanContacts({ plan }: { plan: OpenPlan }) {
  const choices = useQuery(choicesQuery(['relation']))

  if (choices.data) {
    return (
      <PlanContactsForm
        planNo={plan.planNo}
        known={plan.contacts ?? []}
        relations={choices.data.relation ?? []}
      />
    )
  }
  return (
    <Screen
      title={planContacts.title}
      onBack={() => backOr(verifyPerson)}
      top={<PlanProgress at="contacts" />}
    >
      <QueryState query={choices} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

interface PlanContactsFormProps {
  planNo: string
  /** The contacts of this plan, or of the application. */
  known: NonNullable<OpenPlan['contacts']>
  relations: readonly Choice[]
}

function PlanContactsForm({ planNo, known, relations }: PlanContactsFormProps) {
  const form = useForm({
    draft: `plan-contacts-${planNo}`,
    initial: contactValuesOf(known),
    rules: contactRules,
    notPersisted: [],
  })
  const { save, problem } = useSavePlanPart(form.forget)

  async function submit() {
    if (!form.check(...contactFields)) return
    const { contact1Mobile, contact2Mobile } = form.values
    if (contact1Mobile === contact2Mobile) return form.fail('contact2Mobile', ALIKE, mobiles)
    await save({ part: 'contacts', planNo, contacts: contactsIn(form.values) })
  }

  return (
    <Screen
      title={routes.restructure.planContacts.title}
      onBack={() => backOr(routes.restructure.verifyPerson)}
      top={<PlanProgress at="contacts" />}
      onSubmit={submit}
      footer={
        <Button type="submit" busyLabel="正在保存">
          保存，下一步
        </Button>
      }
    >
      <ContactCard form={form} number={1} relations={relations} />
      <ContactCard form={form} number={2} relations={relations} />
      <FormError of={problem} />
    </Screen>
  )
}
