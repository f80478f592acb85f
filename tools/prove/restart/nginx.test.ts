import { expect, it } from 'vitest'
import { configOf } from './nginx.ts'

it('the shipped file of nginx is used with other addresses and without TLS', () => {
  const text = configOf('/tmp/place', 9000, ['127.0.0.1:8081', '127.0.0.1:8082'])
  expect(text).toContain('server 127.0.0.1:8081 max_fails=')
  expect(text).toContain('server 127.0.0.1:8082 max_fails=')
  expect(text).toContain('listen 127.0.0.1:9000;')
  expect(text).toContain('proxy_next_upstream')
  expect(text).not.toMatch(/10\.0\.0\.|ssl_|^ *listen 443/m)
})
