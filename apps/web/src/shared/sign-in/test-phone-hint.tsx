import { useEffect, useState } from 'react'
import { onboarding } from './onboarding-calls.ts'

/**
 * In the sandbox no message reaches a phone: says where the code of a test person is. Loaded on
 * demand.
 */
export function TestPhoneHint({ phone }: { phone: string }) {
  const [testPhone, setTestPhone] = useState<string>()

  useEffect(() => {
    const left = new AbortController()
    onboarding.isTestPhone({ mobile: phone }, { signal: left.signal, leaveOutcome: true }).then(
      ({ isTest }) => setTestPhone(isTest ? phone : undefined),
      // Only a hint is missing.
      () => undefined,
    )
    return () => left.abort()
  }, [phone])

  if (testPhone !== phone) return null
  return <p className="caption ink-2">测试号码：验证码在模拟台的收件箱里</p>
}
