/** What others wrote, as text and nothing else: each of its lines is a paragraph. */
export function PlainText({ text }: { text: string }) {
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '')

  return (
    <div className="stack stack-2">
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  )
}
