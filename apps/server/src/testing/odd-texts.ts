/** What belongs to a person and must not turn up in a log. */
export const personal = {
  phone: '13912345678',
  idNumber: '11010519491231002X',
  cardNumber: '6222021234567890128',
  name: '欧阳修竹',
  email: 'someone@example.com',
  password: 'Quiet_River_29',
} as const

/** Texts that mean something elsewhere: to a database, a shell, a page, a spreadsheet, a prototype. */
const meaningful = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  `'; DROP TABLE loans; --`,
  `" OR 1=1 --`,
  '%_%',
  '../../../etc/passwd',
  '${jndi:ldap://127.0.0.1/x}',
  '<img src=x onerror=alert(1)>',
  `=cmd|'/C calc'!A0`,
  '\u202Eenilno',
  '\uD800',
  '😀'.repeat(5),
  'NaN',
  'null',
  '长期',
]

/** As short and as long as numbers, names and keys may be. */
const lengths = [1, 2, 5, 6, 8, 16, 32, 40, 43, 60, 64, 120, 128, 512, 1024, 2000]
const long = lengths.flatMap((length) => ['0'.repeat(length), 'a'.repeat(length)])

/** What the wire's own forms take: money, days, months, codes, places, addresses. */
const formed = [
  '0.00',
  '0.01',
  '999999999999.99',
  '00010101',
  '20240229',
  '99991231',
  '000101',
  '999912',
  '12345',
  'AC4W',
  '000000000004',
  '0571-88888888',
  '255.255.255.255',
  '::1',
  '-999.99999999',
  'AAAA',
  'ZZZZ-ZZZZ-ZZZZ-ZZZZ',
  '00000000-0000-4000-8000-000000000000',
]

export const oddTexts: readonly string[] = [
  ...Object.values(personal),
  ...meaningful,
  ...formed,
  ...long,
  '-'.repeat(8),
]
