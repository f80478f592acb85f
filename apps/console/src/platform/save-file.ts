/** Saves a file as the browser saves a download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

export function fileOfBase64(bytes: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)], { type })
}
