import './bank-mark.css'

/**
 * The hue of each bank's sign, in degrees; saturation and lightness are ours, so that the white
 * letter can be read on all of them.
 */
// A table: one bank, one line.
// oxfmt-ignore
const hues: Readonly<Record<string, number>> = {
  ICBC:    355,
  ABC:     168,
  BOC:     346,
  CCB:     214,
  COMM:    222,
  PSBC:    150,
  CMB:     352,
  CITIC:   0,
  CEB:     280,
  HXBANK:  10,
  CMBC:    190,
  GDB:     5,
  SPABANK: 20,
  SPDB:    226,
  CIB:     206,
  BJBANK:  358,
  SHBANK:  228,
  NBBANK:  32,
  JSBANK:  196,
}

const ANY_HUE = 200

/** A round mark with the first character of a bank's own name, in its colour. */
export function BankMark({ bankCode, bankName }: { bankCode: string; bankName: string }) {
  return (
    <svg className="bank-mark" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" fill={`hsl(${hues[bankCode] ?? ANY_HUE} 62% 36%)`} />
      <text x="20" y="27" textAnchor="middle">
        {initialOf(bankName)}
      </text>
    </svg>
  )
}

/** 中国 begins the names of several banks, and tells none of them apart. */
function initialOf(bankName: string): string {
  const own = bankName.replace(/^中国(?!银行$)/u, '')
  return own.slice(0, 1)
}
