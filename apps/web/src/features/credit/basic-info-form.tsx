import type { BasicDraft } from '@qingzhou/contract/profile'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { TextField } from '@qingzhou/ui/text-field'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { backOr } from '#platform/navigation.ts'
import { ApplicationProgress } from '#shared/application-progress.tsx'
import { AreaField } from '#shared/area-field.tsx'
import { ChoiceField } from '#shared/choice-field.tsx'
import type { Choice } from '#shared/choice-field.tsx'
import { Problem } from '#shared/problem.tsx'
import { BASIC_DRAFT, basicDraftIn, basicFields, basicIn, useBasicForm } from './basic-form.ts'
import type { BasicForm } from './basic-form.ts'
import { ALIKE, ContactCard } from '#shared/contacts/contact-card.tsx'
import { useAutosave } from './use-autosave.ts'
import { useSavePart } from './use-save-part.ts'

export interface BasicInfoFormProps {
  typed: { readonly basic: BasicDraft; readonly districtName: string }
  choices: Record<'marriage' | 'education' | 'relation', readonly Choice[]>
}

export function BasicInfoForm({ typed, choices }: BasicInfoFormProps) {
  const form = useBasicForm(typed)
  const { values } = form
  const autosave = useAutosave({ draft: BASIC_DRAFT, values, toDraft: basicDraftIn })
  const { savePart, problem } = useSavePart(form.forget)

  async function submit() {
    if (!form.check(...basicFields)) return
    if (values.contact1Mobile === values.contact2Mobile) return form.fail('contact2Mobile', ALIKE)
    await autosave.stop()
    await savePart({ part: 'basic', ...basicIn(values) })
  }

  return (
    <Screen
      title={routes.credit.basicInfo.title}
      onBack={() => backOr(routes.cards.bindCardForCredit)}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="basicInfo" note={autosave.note} />}
      onSubmit={submit}
      footer={
        <Button type="submit" busyLabel="正在保存…">
          保存，下一步
        </Button>
      }
    >
      <HomeCard form={form} choices={choices} />
      <ContactCard form={form} number={1} relations={choices.relation} />
      <ContactCard form={form} number={2} relations={choices.relation} />
      <Problem of={problem} />
    </Screen>
  )
}

function HomeCard({ form, choices }: Pick<BasicInfoFormProps, 'choices'> & { form: BasicForm }) {
  return (
    <Card>
      <div className="columns-2">
        <ChoiceField {...form.text('marriage')} label="婚姻状况" choices={choices.marriage} />
        <ChoiceField {...form.text('education')} label="最高学历" choices={choices.education} />
      </div>
      <AreaField
        {...form.text('district')}
        label="居住地区"
        names={form.values.districtName}
        onPick={({ code, names }) => form.put({ district: code, districtName: names })}
      />
      <TextField
        {...form.text('address')}
        label="详细地址"
        placeholder="街道、小区、门牌号"
        autoComplete="street-address"
        maxLength={120}
      />
      <TextField
        {...form.text('email')}
        label="电子邮箱"
        note="用来接收合同和结清证明"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={120}
      />
    </Card>
  )
}
