import { createServer } from 'node:http'

/**
 * A minimal server: reads a body and answers a small JSON. Sends its port to the parent process.
 */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end('{"statusInfo":{"code":"COMCC00000","message":"","timestamp":0,"requestId":""}}')
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit())
