import type { ProviderName } from '@qingzhou/provider-api/calls'
import { Button } from '@qingzhou/ui/inputs'
import { Well } from '@qingzhou/ui/layout'
import { attempt } from '#attempt.ts'
import { client } from '#client.ts'
import type { Faults } from '#client.ts'
import { Select } from '#select.tsx'
import { faultFor, modeOf, modesFor } from './fault-modes.ts'
import type { FaultMode } from './fault-modes.ts'
import { providerGroups, providers } from './providers.ts'

/** How each outside service behaves from now on. */
export function FaultList({ faults }: { faults: Faults | undefined }) {
  if (!faults) return <p className="small ink-2">正在连接沙箱…</p>

  const faulty = providers.filter(({ name }) => modeOf(faults[name]) !== 'well')

  return (
    <div className="stack stack-4">
      <p className="small ink-2">让外部服务出点问题，看看应用如何应对。</p>
      <Faulty providers={faulty} faults={faults} />
      {providerGroups.map((group) => (
        <section key={group.title} className="stack stack-1">
          <h3 className="caption ink-3">{group.title}</h3>
          <ul className="faults">
            {group.providers.map(({ name, label, note }) => (
              <li key={name} className={classFor(modeOf(faults[name]))}>
                <span className="grow">
                  {label}
                  <span className="caption ink-3"> {note}</span>
                </span>
                <Select
                  label={`${label}的状态`}
                  hideLabel
                  options={modesFor(name)}
                  value={modeOf(faults[name])}
                  onChange={(next) => void change(name, next)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type FaultyProps = {
  readonly providers: typeof providers
  readonly faults: Faults
}

/** What is broken now, above the list: whoever broke something far down wants to see and mend it. */
function Faulty({ providers: broken, faults }: FaultyProps) {
  if (broken.length === 0) return null
  return (
    <Well>
      <div className="stack stack-3">
        <ul className="small">
          {broken.map(({ name, label }) => (
            <li key={name}>
              {label}：{wordFor(name, modeOf(faults[name]))}
            </li>
          ))}
        </ul>
        <Button
          kind="quiet"
          onPress={() => Promise.all(broken.map(({ name }) => change(name, 'well')))}
        >
          全部恢复正常
        </Button>
      </div>
    </Well>
  )
}

/** A test may have set what the list does not offer for this service. */
function wordFor(name: ProviderName, mode: FaultMode): string {
  return modesFor(name).find(({ value }) => value === mode)?.label ?? '异常'
}

function classFor(mode: FaultMode): string {
  return mode === 'well' ? 'fault' : 'fault is-faulty'
}

function change(provider: ProviderName, mode: FaultMode): Promise<void> {
  return attempt(() => client.changeFault(provider, faultFor(mode)))
}
