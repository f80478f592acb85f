import { expect, it } from 'vitest'
import { isPersonName, maskName, tidyName } from '#people/person-name.ts'

it('[P14] a name consists of Chinese characters, including rare ones and middle dots', () => {
  const names = ['沈青禾', '欧阳娜娜', '阿依古丽·买买提', '𠮷野', '李㛃', '王〇', '赵𬱖']
  expect(names.filter((name) => !isPersonName(name))).toEqual([])
})

it('[P14] a name that no identity card can have is refused', () => {
  const others = ['', '王', 'Li Lei', '王2', '·王五', '王五·', '王··五', '王 五', '<b>王五</b>']
  expect([...others, '王'.repeat(26)].filter(isPersonName)).toEqual([])
})

it('[P14] dots and spaces of any keyboard are normalised to one form', () => {
  const typed = ['阿依古丽•买买提', '阿依古丽．买买提', ' 阿依古丽・买买提', '阿依古丽·买买提 ']
  expect(new Set(typed.map(tidyName))).toEqual(new Set(['阿依古丽·买买提']))
})

it('[P15] a masked name keeps its last character', () => {
  expect(['张三', '沈青禾', '李𠮷'].map(maskName)).toEqual(['*三', '**禾', '*𠮷'])
})
