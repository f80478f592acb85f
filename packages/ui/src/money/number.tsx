type NumSize = 'xl' | 'lg' | 'md' | 'sm'

export interface NumProps {
  /** A decimal as text, "36793.44". Other text is shown unchanged. */
  value: string
  size?: NumSize
  yuan?: boolean
  /** Small, after the number: %, 元, 期. */
  unit?: string
  tone?: 'due' | 'overdue' | 'incoming'
  /** A plus sign for incoming amounts; a minus is always shown. */
  signed?: boolean
  /** Makes it a button, dotted underneath, that explains the amount. */
  onTap?: () => void
  tapLabel?: string
}

/** A number with tabular figures, small yuan sign and smaller decimals. */
export function Num({ onTap, tapLabel = '查看明细', ...number }: NumProps) {
  const figures = figuresOf(number)
  if (!onTap) return <Figures {...number} figures={figures} />

  const spoken = [figures.lead, figures.whole, figures.decimals, number.unit].join('')
  return (
    <button
      type="button"
      className="num-tap"
      aria-label={`${spoken}，${tapLabel}`}
      aria-haspopup="dialog"
      onClick={onTap}
    >
      <Figures {...number} figures={figures} />
    </button>
  )
}

type Appearance = Omit<NumProps, 'onTap' | 'tapLabel'>

function figuresOf({ value, yuan = false, signed = false }: Appearance) {
  const parts = decimalParts(value)
  if (!parts) return { lead: '', whole: value, decimals: '' }

  const sign = parts.sign || (signed ? '+' : '')
  return { lead: yuan ? `${sign}¥` : sign, whole: parts.whole, decimals: parts.decimals }
}

type FiguresProps = Appearance & { figures: ReturnType<typeof figuresOf> }

function Figures({ size, yuan = false, unit, tone, figures }: FiguresProps) {
  const { lead, whole, decimals } = figures
  const isLong = whole.length + decimals.length > 11
  const className = ['num', size && `num-${size}`, tone && `is-${tone}`, isLong && 'num-long']
    .filter(Boolean)
    .join(' ')

  return (
    <span className={className}>
      {yuan && lead ? <span className="yuan">{lead}</span> : lead}
      {whole}
      {decimals && <span className="decimals">{decimals}</span>}
      {unit && <span className="unit">{unit}</span>}
    </span>
  )
}

interface DecimalParts {
  sign: '' | '−' | '+'
  whole: string
  /** With its point, or empty. */
  decimals: string
}

/** Splits a decimal text for display; returns undefined when it is not a decimal. */
export function decimalParts(text: string): DecimalParts | undefined {
  const match = /^([-+−]?)(\d+)(\.\d+)?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign = '', whole = '', decimals = ''] = match

  return { sign: signs[sign] ?? '', whole: groupDigits(whole), decimals }
}

/** The true minus sign is as wide as the plus, so that columns align. */
const signs: Record<string, DecimalParts['sign']> = { '-': '−', '−': '−', '+': '+' }

function groupDigits(whole: string) {
  const digits = whole.replace(/^0+(?=\d)/, '')
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}
