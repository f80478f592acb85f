import type { ListPlace } from '@qingzhou/contract/wire/list'
import { Refused } from '@qingzhou/platform/refused'

/** The place after a row holds a whole number; anything else is not a place of these lists. */
export function placeKey(place: ListPlace): ListPlace {
  if (/^-?\d{1,18}$/.test(place.key)) return place
  throw new Refused({ kind: 'field-invalid', message: '列表位置无效，请刷新' })
}
