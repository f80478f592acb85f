import { describe, expect, it } from 'vitest'
import { parseConnection } from './connection.ts'

const refusal = (url: string) => () => parseConnection(url)

describe('a connection string', () => {
  it('a connection string with one host is used unchanged', () => {
    const url = 'postgresql://user:p%40ss@db.internal:5433/name?sslmode=require'
    expect(parseConnection(url)).toEqual({
      hosts: [url],
      needsWritable: false,
      hasPreparedStatements: true,
    })
    const socket = 'postgresql:///qingzhou?host=%2Ftmp%2Fsockets&user=qingzhou'
    expect(parseConnection(socket).hosts).toEqual([
      'postgresql:///qingzhou?user=qingzhou&host=%2Ftmp%2Fsockets',
    ])
  })

  it('a connection string with several hosts gives one string per host, and requires a writable one', () => {
    const url =
      'postgresql://user:pw@one:5432,two:5433/name?target_session_attrs=read-write&sslmode=require'
    expect(parseConnection(url)).toEqual({
      hosts: [
        'postgresql://user:pw@one:5432/name?sslmode=require',
        'postgresql://user:pw@two:5433/name?sslmode=require',
      ],
      needsWritable: true,
      hasPreparedStatements: true,
    })
    expect(parseConnection('postgresql:///name?host=/a,/b&port=1,2').hosts).toEqual([
      'postgresql:///name?host=%2Fa&port=1',
      'postgresql:///name?host=%2Fb&port=2',
    ])
    expect(parseConnection('postgresql://one,two/name').needsWritable).toBe(true)
    expect(
      parseConnection('postgresql://one/name?target_session_attrs=primary').needsWritable,
    ).toBe(true)
  })

  it('is rejected with the reason when malformed', () => {
    expect(refusal('mysql://one/name')).toThrow('not a connection string of PostgreSQL')
    expect(refusal('postgresql://one/name?target_session_attrs=standby')).toThrow(
      'the product writes',
    )
    expect(refusal('postgresql:///n?host=a,b,c&port=1,2')).toThrow('another number of ports')
    expect(refusal('postgresql://one/name?prepared_statements=maybe')).toThrow('on or off')
    expect(refusal('postgresql://one/name?connect_timeout=0')).toThrow('from 1 to 999')
  })

  it('may declare that the pooler does not support prepared statements', () => {
    const connection = parseConnection('postgresql://one:6432/name?prepared_statements=off')
    expect(connection).toEqual({
      hosts: ['postgresql://one:6432/name'],
      needsWritable: false,
      hasPreparedStatements: false,
    })
  })

  it('may say how long to wait for a connection, in seconds as in libpq', () => {
    expect(parseConnection('postgresql://one/name?connect_timeout=30')).toEqual({
      hosts: ['postgresql://one/name'],
      needsWritable: false,
      hasPreparedStatements: true,
      connectTimeoutMs: 30_000,
    })
  })
})
