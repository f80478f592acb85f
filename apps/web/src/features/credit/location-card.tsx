import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import {
  DENIED,
  locate,
  LocationError,
  locationState,
  UNSUPPORTED,
} from '#platform/browser/geolocation.ts'
import { openApplication } from '#shared/lending/application-progress.tsx'

/**
 * Asks for the position before the application is submitted, with the reason. Nothing depends on
 * the answer: without a position the application continues.
 */
export function LocationCard() {
  const state = useQuery({ queryKey: ['location'], queryFn: locationState, gcTime: 0 }).data
  const { give, isGiven, problem = problems[state ?? 'granted'] } = useLocation()
  if (state === undefined || (state === 'granted' && !isGiven)) return null

  return (
    <Card title="位置信息（选填）">
      <p className="small ink-2">
        用于核实申请地点，防范他人冒用您的身份。不提供也可以提交申请，不会在其他时候获取。
      </p>
      <p className="small" role="status">
        {isGiven ? '已获取，将随申请一起提交' : problem}
      </p>
      {!isGiven && state !== 'unsupported' && (
        <Button kind="quiet" onPress={give} busyLabel="正在获取…">
          {problem === undefined ? '允许获取位置' : '重新获取'}
        </Button>
      )}
    </Card>
  )
}

const problems: { readonly [state: string]: string | undefined } = {
  denied: DENIED,
  unsupported: UNSUPPORTED,
}

/** Reads the position and sends it with the application. */
function useLocation() {
  const [problem, setProblem] = useState<string>()
  const [isGiven, setGiven] = useState(false)

  async function give() {
    setProblem(undefined)
    try {
      await openApplication(await locate())
      setGiven(true)
    } catch (error) {
      if (error instanceof LocationError) return setProblem(error.message)
      ignoreRefusal(error)
      setProblem('位置提交失败，请重试')
    }
  }

  return { give, isGiven, problem }
}
