interface DecimalParts {
  sign: '' | '−' | '+'
  whole: string
  /** With its point, or empty. */
  decimals: string
}

/** Takes a decimal text apart for display; answers undefined when it is not a decimal. */
export function decimalParts(text: string): DecimalParts | undefined {
  const match = /^([-+−]?)(\d+)(\.\d+)?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign = '', whole = '', decimals = ''] = match

  return { sign: signs[sign] ?? '', whole: grouped(whole), decimals }
}

/** The true minus is as wide as the plus, so columns of both line up. */
const signs: Record<string, DecimalParts['sign']> = { '-': '−', '−': '−', '+': '+' }

function grouped(whole: string) {
  const digits = whole.replace(/^0+(?=\d)/, '')
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}
