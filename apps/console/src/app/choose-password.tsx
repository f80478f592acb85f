import { consoleAccessShapes } from '@qingzhou/contract/features/console/access'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#platform/catalogue.ts'
import { callsOf } from '#platform/client.ts'
import { signInMessages } from '#shared/catalogue/sign-in.ts'
import { Field, Step } from './sign-in-form.tsx'

const { choosePassword } = consoleAccessShapes
const calls = callsOf('console-access', { choosePassword })

/** A token, or the input of the second factor. */
export type Admission = Awaited<ReturnType<typeof calls.choosePassword>>

/** Replaces the password that two administrators handed over by the member's own. */
export function ChoosePassword({
  onAdmitted,
  onBack,
}: {
  readonly onAdmitted: (answer: Admission) => Promise<void>
  readonly onBack: () => void
}) {
  const messages = useMessages(signInMessages)
  const [typed, setTyped] = useState({
    username: '',
    firstPassword: '',
    newPassword: '',
    again: '',
  })
  const set = (field: keyof typeof typed) => (value: string) =>
    setTyped({ ...typed, [field]: value })
  const { again, ...choice } = typed
  const choose = useMutation({
    mutationFn: async () => {
      if (again !== choice.newPassword) throw new Error(messages.differs)
      const { username } = choice
      await onAdmitted(await calls.choosePassword({ ...choice, username: username.trim() }))
    },
  })
  const { username, firstPassword, newPassword } = choice
  return (
    <Step error={choose.error} onSubmit={() => choose.mutate()}>
      <p className="c2">{messages.firstHint}</p>
      <Field
        name="username"
        label={messages.username}
        value={username}
        onChange={set('username')}
      />
      <Field
        name="one-time-code"
        label={messages.firstPassword}
        value={firstPassword}
        onChange={set('firstPassword')}
      />
      <Field
        name="new-password"
        label={messages.newPassword}
        value={newPassword}
        onChange={set('newPassword')}
      />
      <Field name="new-password" label={messages.again} value={again} onChange={set('again')} />
      <button
        type="submit"
        className="act act-main"
        disabled={choose.isPending || Object.values(typed).includes('')}
      >
        {messages.choose}
      </button>
      <button type="button" className="act act-bare" onClick={onBack}>
        {messages.back}
      </button>
    </Step>
  )
}
