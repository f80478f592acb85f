import { type Call, post } from './calls.ts'
import type { Permission } from './permissions.ts'

/** A call for members of staff with a permission. */
function inConsole<P extends Permission>(permission: P) {
  return { envelope: 'codeMsg', permission, body: 'plain' } as const
}

const publicInConsole = { body: 'plain', envelope: 'codeMsg' } as const

/** The HTTP calls of the operations console by feature. */
// A table: one call, one line.
// oxfmt-ignore
export const consoleCalls = {
  'console-proposals': {
    kinds:                   post('staff',    '/console-api/proposals/kinds', inConsole('proposals:read')),
    preview:                 post('staff',    '/console-api/proposals/preview', inConsole('proposals:make')),
    propose:                 post('staff',    '/console-api/proposals/propose', inConsole('proposals:make')),
    perform:                 post('staff',    '/console-api/proposals/perform', inConsole('proposals:make')),
    list:                    post('staff',    '/console-api/proposals/list', inConsole('proposals:read')),
    one:                     post('staff',    '/console-api/proposals/one', inConsole('proposals:read')),
    approve:                 post('staff',    '/console-api/proposals/approve', inConsole('proposals:approve')),
    refuse:                  post('staff',    '/console-api/proposals/refuse', inConsole('proposals:approve')),
    withdraw:                post('staff',    '/console-api/proposals/withdraw', inConsole('proposals:make')),
    sendBack:                post('staff',    '/console-api/proposals/sendBack', inConsole('proposals:approve')),
    renew:                   post('staff',    '/console-api/proposals/renew', inConsole('proposals:make')),
    comment:                 post('staff',    '/console-api/proposals/comment', inConsole('proposals:make')),
    addEvidence:             post('staff',    '/console-api/proposals/addEvidence', inConsole('proposals:make')),
    evidenceFile:            post('staff',    '/console-api/proposals/evidenceFile', inConsole('proposals:read')),
    openOfCustomer:          post('staff',    '/console-api/proposals/openOfCustomer', inConsole('proposals:read')),
  },
  'console-queues': {
    home:                    post('staff',    '/console-api/home/read', inConsole('home:read')),
    counts:                  post('staff',    '/console-api/queues/counts', inConsole('home:read')),
    exceptions:              post('staff',    '/console-api/exceptions/list', inConsole('exceptions:read')),
    exception:               post('staff',    '/console-api/exceptions/read', inConsole('exceptions:read')),
    actOnException:          post('staff',    '/console-api/exceptions/act', inConsole('exceptions:act')),
    claimException:          post('staff',    '/console-api/exceptions/claim', inConsole('exceptions:act')),
    releaseException:        post('staff',    '/console-api/exceptions/release', inConsole('exceptions:act')),
    nextException:           post('staff',    '/console-api/exceptions/next', inConsole('exceptions:act')),
    comment:                 post('staff',    '/console-api/exceptions/comment', inConsole('exceptions:act')),
    reviews:                 post('staff',    '/console-api/reviews/list', inConsole('reviews:read')),
    review:                  post('staff',    '/console-api/reviews/read', inConsole('evidence:read')),
    nextReview:              post('staff',    '/console-api/reviews/next', inConsole('reviews:decide')),
    claimReview:             post('staff',    '/console-api/reviews/claim', inConsole('reviews:decide')),
    releaseReview:           post('staff',    '/console-api/reviews/release', inConsole('reviews:decide')),
    decideReview:            post('staff',    '/console-api/reviews/decide', inConsole('reviews:decide')),
  },
  'console-customers': {
    find:                    post('staff',    '/console-api/customers/find', inConsole('customers:read')),
    customer:                post('staff',    '/console-api/customers/read', inConsole('customers:read')),
    unmask:                  post('staff',    '/console-api/customers/unmask', inConsole('customers:unmask')),
    credit:                  post('staff',    '/console-api/customers/credit', inConsole('customers:read')),
    orders:                  post('staff',    '/console-api/customers/orders', inConsole('customers:read')),
    benefits:                post('staff',    '/console-api/customers/benefits', inConsole('customers:read')),
    documents:               post('staff',    '/console-api/customers/documents', inConsole('customers:read')),
    document:                post('staff',    '/console-api/customers/document', inConsole('customers:unmask')),
    messages:                post('staff',    '/console-api/customers/messages', inConsole('customers:read')),
    access:                  post('staff',    '/console-api/customers/access', inConsole('customers:read')),
    timeline:                post('staff',    '/console-api/customers/timeline', inConsole('customers:read')),
    loan:                    post('staff',    '/console-api/loans/read', inConsole('customers:read')),
  },
  'console-access': {
    signInWays:              post('public',   '/console-api/access/sign-in-ways', publicInConsole),
    signIn:                  post('public',   '/console-api/access/sign-in', publicInConsole),
    confirmSecondFactor:     post('public',   '/console-api/access/confirm-second-factor', publicInConsole),
    choosePassword:          post('public',   '/console-api/access/choose-password', publicInConsole),
    startOidc:               post('public',   '/console-api/access/start-oidc', publicInConsole),
    finishOidc:              post('public',   '/console-api/access/finish-oidc', publicInConsole),
    signOut:                 post('staff',    '/console-api/access/sign-out', inConsole('session:own')),
    me:                      post('staff',    '/console-api/access/me', inConsole('session:own')),
    members:                 post('staff',    '/console-api/access/members', inConsole('staff:read')),
    member:                  post('staff',    '/console-api/access/member', inConsole('staff:read')),
    issueFirstPassword:      post('staff',    '/console-api/access/issue-first-password', inConsole('staff:manage')),
    unlockMember:            post('staff',    '/console-api/access/unlock-member', inConsole('staff:manage')),
    resetSecondFactor:       post('staff',    '/console-api/access/reset-second-factor', inConsole('staff:manage')),
    sessions:                post('staff',    '/console-api/access/sessions', inConsole('staff:read')),
    endSession:              post('staff',    '/console-api/access/end-session', inConsole('staff:manage')),
    log:                     post('staff',    '/console-api/access/log', inConsole('log:read')),
    verifyLog:               post('staff',    '/console-api/access/verify-log', inConsole('log:read')),
  },
} as const satisfies Record<string, Record<string, Call>>
