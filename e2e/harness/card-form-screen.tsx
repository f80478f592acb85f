import { Screen } from '@qingzhou/ui/layout'
import { useEffect, useState } from 'react'
import { useLocation } from '@qingzhou/web/src/platform/navigation/location.ts'
import { bankList } from './addresses.ts'

/** A form longer than a phone screen, with a clock that shows whether its effects run. */
export default function CardFormScreen() {
  const [ticks, setTicks] = useState(0)
  const { pathname } = useLocation()
  useEffect(() => {
    const timer = setInterval(() => setTicks((count) => count + 1), 50)
    return () => clearInterval(timer)
  }, [])

  return (
    <Screen title="添加储蓄卡">
      <output aria-label="ticks">{ticks}</output>
      <output aria-label="address">{pathname}</output>
      {Array.from({ length: 40 }, (_, index) => (
        <label key={index}>
          第 {index + 1} 项
          <input />
        </label>
      ))}
      <a href={`#${bankList}`}>支持银行</a>
    </Screen>
  )
}
