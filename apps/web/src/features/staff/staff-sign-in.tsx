import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { keepStaffToken } from '#platform/staff-session.ts'
import { goOn, wantedInLink } from '#platform/wanted-page.ts'
import { Landing } from '#shared/landing.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondStep } from './second-step.tsx'
import type { SecondFactor } from './second-step.tsx'
import './staff-sign-in.css'

type Step =
  | { readonly at: 'password'; readonly problem?: string }
  | { readonly at: 'code'; readonly secondFactor: SecondFactor }
  | { readonly at: 'recoveryCodes'; readonly token: string; readonly codes: readonly string[] }

/** Username and password, then a code of the authenticator app where one is needed. */
export function StaffSignIn() {
  const [step, setStep] = useState<Step>({ at: 'password' })

  return (
    <div className="staff-sign-in">
      <Landing sentence="员工工作台" note="名单录入、凭证上传与审核" foot={null}>
        {step.at === 'password' && (
          <PasswordStep
            problem={step.problem}
            onToken={enter}
            onSecondFactor={(secondFactor) => setStep({ at: 'code', secondFactor })}
          />
        )}
        {step.at === 'code' && (
          <SecondStep
            secondFactor={step.secondFactor}
            onToken={enter}
            onEnrolled={(token, codes) => setStep({ at: 'recoveryCodes', token, codes })}
            onBack={(problem) =>
              setStep({ at: 'password', ...(problem !== undefined && { problem }) })
            }
          />
        )}
        {step.at === 'recoveryCodes' && (
          <RecoveryCodes codes={step.codes} onSaved={() => enter(step.token)} />
        )}
      </Landing>
    </div>
  )
}

async function enter(token: string): Promise<void> {
  keepStaffToken(token)
  if (wantedInLink() !== undefined) await goOn(routes.staff.staffHome)
}
