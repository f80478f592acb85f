import { consoleAccessShapes } from '@qingzhou/contract/features/console/access'
import { Mark } from '@qingzhou/ui/graphics'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useMessages } from '#platform/catalogue.ts'
import { callsOf, storeStaffToken } from '#platform/client.ts'
import { productName } from '#platform/config.ts'
import { queryClient } from '#platform/query-client.ts'
import { signInMessages } from '#shared/catalogue/sign-in.ts'
import { type Admission, ChoosePassword } from './choose-password.tsx'
import { Field, Step } from './sign-in-form.tsx'

const { signInWays, signIn, confirmSecondFactor, startOidc, finishOidc } = consoleAccessShapes
const calls = callsOf('console-access', {
  signInWays,
  signIn,
  confirmSecondFactor,
  startOidc,
  finishOidc,
})

type SecondFactor = NonNullable<Admission['secondFactor']>
/** The token is used once the recovery codes are saved: they are shown only here. */
type Enrolment = { readonly token: string; readonly recoveryCodes: readonly string[] }

/** Where the page of an OpenID provider returns to, and where the member was before. */
const RETURN_PATH = '/sign-in'
const BEFORE = 'before-sign-in'

/** The page for everybody who is not signed in: password or OpenID provider, then the second factor. */
export function SignIn() {
  const messages = useMessages(signInMessages)
  const [secondFactor, ask] = useState<SecondFactor>()
  const [enrolled, hold] = useState<Enrolment>()
  const enter = useEntry()

  async function admit({ token, secondFactor: next }: Admission): Promise<void> {
    if (token !== undefined) await enter(token)
    else ask(next)
  }

  return (
    <main className="console sign-in">
      <section className="card pad-all stack" aria-label={messages.title}>
        <div className="brand">
          <Mark size={24} /> {productName}
        </div>
        <h1 className="h1">{messages.title}</h1>
        {enrolled ? (
          <RecoveryCodes
            codes={enrolled.recoveryCodes}
            onSaved={() => void enter(enrolled.token)}
          />
        ) : secondFactor ? (
          <SecondStep
            {...secondFactor}
            onToken={enter}
            onEnrolled={hold}
            onBack={() => ask(undefined)}
          />
        ) : (
          <FirstStep onAdmitted={admit} />
        )}
      </section>
    </main>
  )
}

/** Stores the token, and goes back to the page that asked for a sign-in. */
function useEntry() {
  const [location, go] = useLocation()
  return async (token: string) => {
    storeStaffToken(token)
    if (location === RETURN_PATH) go(sessionStorage.getItem(BEFORE) ?? '/', { replace: true })
    sessionStorage.removeItem(BEFORE)
    await queryClient.invalidateQueries()
  }
}

function FirstStep({ onAdmitted }: { readonly onAdmitted: (answer: Admission) => Promise<void> }) {
  const messages = useMessages(signInMessages)
  const ways = useQuery({ queryKey: ['sign-in-ways'], queryFn: () => calls.signInWays({}) })
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isFirst, setFirst] = useState(false)
  const admit = useMutation({
    mutationFn: async () => onAdmitted(await calls.signIn({ username: username.trim(), password })),
  })
  const openId = useOpenId(onAdmitted)
  if (openId.isFinishing) return <p role="status">{messages.finishing}</p>
  if (isFirst) return <ChoosePassword onAdmitted={onAdmitted} onBack={() => setFirst(false)} />
  return (
    <Step error={admit.error ?? openId.error} onSubmit={() => admit.mutate()}>
      <p className="c2">{messages.hint}</p>
      <Field name="username" label={messages.username} value={username} onChange={setUsername} />
      <Field
        name="current-password"
        label={messages.password}
        value={password}
        onChange={setPassword}
      />
      <button
        type="submit"
        className="act act-main"
        disabled={admit.isPending || username === '' || password === ''}
      >
        {messages.signIn}
      </button>
      {ways.data?.hasOidc && (
        <button type="button" className="act" disabled={openId.isPending} onClick={openId.start}>
          {messages.openId}
        </button>
      )}
      <button type="button" className="act act-bare" onClick={() => setFirst(true)}>
        {messages.first}
      </button>
    </Step>
  )
}

/** Goes to the page of the OpenID provider, and takes what it returns with. */
function useOpenId(onAdmitted: (answer: Admission) => Promise<void>) {
  const [location, go] = useLocation()
  const query = useSearch()
  const finish = useMutation({
    mutationFn: async (returned: string) => onAdmitted(await calls.finishOidc({ query: returned })),
  })
  const start = useMutation({
    mutationFn: async () => {
      const { address } = await calls.startOidc({})
      sessionStorage.setItem(BEFORE, location)
      window.location.assign(address)
    },
  })
  const isReturn = location === RETURN_PATH && query !== ''
  const { mutate } = finish
  useEffect(() => {
    if (!isReturn) return
    mutate(`?${query}`)
    // The code works once: a reload must not send it again.
    go(RETURN_PATH, { replace: true })
  }, [isReturn, query, mutate, go])
  return {
    start: () => start.mutate(),
    isFinishing: isReturn || finish.isPending,
    isPending: start.isPending,
    error: finish.error ?? start.error,
  }
}

function SecondStep({
  ticket,
  enrolment,
  onToken,
  onEnrolled,
  onBack,
}: SecondFactor & {
  readonly onToken: (token: string) => Promise<void>
  readonly onEnrolled: (enrolled: Enrolment) => void
  readonly onBack: () => void
}) {
  const messages = useMessages(signInMessages)
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: async () => {
      const { token, recoveryCodes } = await calls.confirmSecondFactor({
        ticket,
        code: code.trim(),
      })
      if (recoveryCodes) onEnrolled({ token, recoveryCodes })
      else await onToken(token)
    },
  })
  return (
    <Step error={confirm.error} onSubmit={() => confirm.mutate()}>
      <p className="c2">{enrolment ? messages.enrol : messages.codeHint}</p>
      {enrolment && <code className="strong">{enrolment.secret.match(/.{4}/g)?.join(' ')}</code>}
      <Field name="one-time-code" label={messages.code} value={code} onChange={setCode} />
      <button
        type="submit"
        className="act act-main"
        disabled={confirm.isPending || code.trim() === ''}
      >
        {messages.verify}
      </button>
      <button type="button" className="act act-bare" onClick={onBack}>
        {messages.back}
      </button>
    </Step>
  )
}

function RecoveryCodes({
  codes,
  onSaved,
}: {
  readonly codes: readonly string[]
  readonly onSaved: () => void
}) {
  const messages = useMessages(signInMessages)
  return (
    <>
      <p className="c2">{messages.recovery}</p>
      <ul className="strong">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <button type="button" className="act act-main" onClick={onSaved}>
        {messages.saved}
      </button>
    </>
  )
}
