import { useState } from 'react'

/** The reason why these values were refused; changed values have not been refused yet. */
export function useRefusal(values: object) {
  const [problem, setProblem] = useState<string>()
  const [refused, setRefused] = useState(values)
  if (refused !== values) {
    setRefused(values)
    setProblem(undefined)
  }
  return [problem, setProblem] as const
}
