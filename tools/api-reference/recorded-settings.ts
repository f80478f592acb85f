import { readConfig } from '@qingzhou/platform/config/config'
import {
  createSettings,
  INTEGER_MAX,
  SECRET_LENGTH_MIN,
  type Environment,
  type Settings,
} from '@qingzhou/platform/config/settings'

const modes = ['sandbox', 'production'] as const
type Mode = (typeof modes)[number]

/** How a setting is read in one mode. */
export type Reading = {
  readonly otherwise?: string
  /** The allowed values, in words. */
  readonly values?: string
  readonly isRequired?: true
  readonly isRefused?: true
  /** What the error says where a required setting is missing. */
  readonly meaning?: string
}

export type RecordedSetting = {
  readonly name: string
  readonly readings: ReadonlyMap<Mode, Reading>
  /** The choices with which it is read, such as `MAIL=smtp`. Empty: it is always read. */
  readonly choices: ReadonlySet<string>
}

class RecordingComplete extends Error {}

/** Every setting that `readConfig` reads, found by reading with each choice of each setting. */
export function recordSettings(): ReadonlyMap<string, RecordedSetting> {
  const found = new Map<
    string,
    RecordedSetting & { readings: Map<Mode, Reading>; choices: Set<string> }
  >()
  for (const mode of modes) {
    const always = readingsWith({ MODE: mode })
    const add = (name: string, reading: Reading, choice?: string) => {
      const known = found.get(name) ?? { name, readings: new Map(), choices: new Set<string>() }
      if (!known.readings.has(mode)) known.readings.set(mode, reading)
      if (choice !== undefined) known.choices.add(choice)
      found.set(name, known)
    }
    for (const [name, { reading }] of always) add(name, reading)
    for (const [chosen, { choices }] of always) {
      if (chosen === 'MODE') continue
      for (const choice of choices.filter((one) => !one.includes(','))) {
        const more = readingsWith({ MODE: mode, [chosen]: choice })
        for (const [name, { reading }] of more) {
          if (!always.has(name)) add(name, reading, `${chosen}=${choice}`)
        }
      }
    }
  }
  return found
}

type RecordedReading = { readonly reading: Reading; readonly choices: readonly string[] }

function readingsWith(environment: Environment): ReadonlyMap<string, RecordedReading> {
  const recorded = new Map<string, RecordedReading>()
  try {
    readConfig(environment, recordingSettings(environment, recorded))
  } catch (error) {
    if (!(error instanceof RecordingComplete)) throw error
  }
  return recorded
}

/** Reads as `createSettings` does, notes what is read, and ends the reading before anything is written. */
function recordingSettings(
  environment: Environment,
  recorded: Map<string, RecordedReading>,
): Settings {
  const settings = createSettings(environment)
  const note = (name: string, reading: Reading, choices: readonly string[] = []) => {
    const known = recorded.get(name)
    recorded.set(name, {
      reading: { ...known?.reading, ...reading },
      choices: [...(known?.choices ?? []), ...choices],
    })
  }
  return {
    ...settings,
    optional(name) {
      note(name, {})
      return settings.optional(name)
    },
    required(name, meaning) {
      note(name, { isRequired: true, meaning })
      return settings.required(name, meaning)
    },
    secret(name, meaning) {
      note(name, {
        isRequired: true,
        meaning,
        values: `a secret of ${SECRET_LENGTH_MIN} characters or more`,
      })
      return settings.secret(name, meaning)
    },
    text(name, otherwise) {
      note(name, { otherwise })
      return settings.text(name, otherwise)
    },
    forbid(name, reason) {
      note(name, { isRefused: true })
      settings.forbid(name, reason)
    },
    httpsUrl(name, value) {
      note(name, { values: 'an https address' })
      return settings.httpsUrl(name, value)
    },
    integer(name, otherwise, limits) {
      const values = `a whole number from 0 to ${limits?.max ?? INTEGER_MAX}`
      note(name, { otherwise: String(otherwise), values })
      return settings.integer(name, otherwise, limits)
    },
    oneOf(name, choices, otherwise) {
      const values = choices.map((one) => `\`${one}\``).join(', ')
      note(name, { otherwise, values }, choices)
      return settings.oneOf(name, choices, otherwise)
    },
    assertComplete() {
      throw new RecordingComplete()
    },
  }
}
