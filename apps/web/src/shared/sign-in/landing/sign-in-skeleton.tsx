import './sign-in-skeleton.css'

/** The skeleton of the form while the link is checked. */
export function SignInSkeleton() {
  return (
    <div className="entering">
      <p className="row ink-2" role="status">
        <span className="spinner" aria-hidden="true" />
        正在确认登录状态，请稍候
      </p>
      {['phone', 'picture', 'code'].map((field) => (
        <div key={field} className="stack stack-2" aria-hidden="true">
          <span className="skeleton skeleton-chip" />
          <span className="skeleton entering-control" />
        </div>
      ))}
    </div>
  )
}
