import { expect, it } from 'vitest'
import { configOf } from './nginx.ts'

it('the shipped file of nginx is used with other addresses and other files of TLS', () => {
  const text = configOf('/tmp/place', {
    port: 9000,
    servers: ['127.0.0.1:8081', '127.0.0.1:8082'],
    tls: { keyFile: '/tmp/place/own.key', certificateFile: '/tmp/place/own.pem' },
  })
  expect(text).toContain('server 127.0.0.1:8081 max_fails=')
  expect(text).toContain('server 127.0.0.1:8082 max_fails=')
  expect(text).toContain('listen 127.0.0.1:9000 ssl http2;')
  expect(text).toContain('ssl_certificate /tmp/place/own.pem;')
  expect(text).toContain('ssl_certificate_key /tmp/place/own.key;')
  expect(text).toContain('proxy_next_upstream')
  expect(text).not.toMatch(/10\.0\.0\.|\/etc\/ssl|^ *listen 443/m)
})
