import { createServer } from 'node:http'

/** The least a server can do: read a body, answer a small JSON. Tells its parent its port. */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end('{"statusInfo":{"code":"COMCC00000","message":"","timestamp":0,"requestId":""}}')
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit())
