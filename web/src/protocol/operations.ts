// Made by scripts/web_data.py; do not edit.
// What the server can be asked: in `given`, parts of the path and the query, and the body.
import type {
  Advice,
  Analysis,
  AnalysisWish,
  Answer,
  Ceremony,
  Challenge,
  Credential,
  DailyDeals,
  DailyGames,
  DayWish,
  Ending,
  Games,
  Invited,
  Leaderboard,
  Line,
  LineWish,
  Link,
  LinkSecret,
  LinkState,
  Lobby,
  Me,
  MistakeWish,
  Mistakes,
  MyChallenges,
  MyMatches,
  Name,
  NewChallenge,
  NewPasskey,
  NewSubscription,
  NewTable,
  OldSubscription,
  Position,
  Profile,
  PushState,
  PuzzleAnswers,
  PuzzleHint,
  PuzzleRef,
  PuzzleReply,
  PuzzleSolution,
  PuzzleTask,
  Puzzles,
  RecordRef,
  Records,
  RecoveryCode,
  Replay,
  Review,
  ReviewWish,
  SeatChoice,
  SeatWish,
  Seen,
  SentMatch,
  StartWish,
  Statistics,
  TableInfo,
  TableWish,
  Values,
  ValuesWish,
  Verdict,
} from './messages'

type Nothing = Record<never, never>
export interface Operations {
  "GET /api/me": { given: Nothing; answer: Me }
  "POST /api/me": { given: { body: Name }; answer: Me }
  "DELETE /api/me": { given: Nothing; answer: Me }
  "GET /api/games": { given: Nothing; answer: Games }
  "GET /api/lobby": { given: Nothing; answer: Lobby }
  "POST /api/tables": { given: { body: NewTable }; answer: TableInfo }
  "GET /api/tables/{table}": { given: { table: string }; answer: TableInfo }
  "POST /api/tables/{table}/seat": { given: { table: string; body: SeatWish }; answer: TableInfo }
  "DELETE /api/tables/{table}/seat": { given: { table: string }; answer: TableInfo }
  "POST /api/tables/{table}/start": { given: { table: string; body: StartWish }; answer: TableInfo }
  "GET /api/tables/{table}/view": { given: { table: string }; answer: Seen }
  "GET /api/tables/{table}/hint": { given: { table: string }; answer: Advice }
  "GET /api/tables/{table}/records": { given: { table: string }; answer: Records }
  "GET /api/tables/{table}/records/{number}": { given: { table: string; number: number }; answer: Record<string, unknown> }
  "POST /api/replay": { given: { body: Record<string, unknown> }; answer: Replay }
  "POST /api/records": { given: { body: Record<string, unknown> }; answer: RecordRef }
  "POST /api/tables/{table}/rounds/{number}": { given: { table: string; number: number }; answer: RecordRef }
  "GET /api/records/{record}/replay": { given: { record: string }; answer: Replay }
  "GET /api/records/{record}/review": { given: { record: string; since?: number; effort?: "quick" | "normal" | "deep" | null }; answer: Review }
  "POST /api/records/{record}/review": { given: { record: string; body: ReviewWish }; answer: Review }
  "GET /api/records/{record}/positions/{number}/{index}": { given: { record: string; number: number; index: number }; answer: Position }
  "POST /api/records/{record}/positions/{number}/{index}": { given: { record: string; number: number; index: number; body: Answer }; answer: Verdict }
  "POST /api/records/{record}/line": { given: { record: string; body: LineWish }; answer: Line }
  "POST /api/records/{record}/values": { given: { record: string; body: ValuesWish }; answer: Values }
  "POST /api/analysis": { given: { body: AnalysisWish }; answer: Analysis }
  "POST /api/records/{record}/table": { given: { record: string; body: TableWish }; answer: TableInfo }
  "GET /api/mistakes": { given: Nothing; answer: Mistakes }
  "POST /api/mistakes": { given: { body: MistakeWish }; answer: Mistakes }
  "DELETE /api/mistakes/{record}/{number}/{index}": { given: { record: string; number: number; index: number }; answer: Mistakes }
  "GET /api/matches": { given: { preset?: string | null; with?: "people" | "bots" | null; result?: "won" | "tied" | "lost" | "abandoned" | null; name?: string | null; before?: number | null }; answer: MyMatches }
  "POST /api/matches": { given: { seat: number; ended?: number | null; body: Record<string, unknown> }; answer: SentMatch }
  "GET /api/statistics": { given: { preset?: string | null; with?: "people" | "bots" | null; result?: "won" | "tied" | "lost" | "abandoned" | null }; answer: Statistics }
  "GET /api/ratings/{preset}": { given: { preset: string }; answer: Leaderboard }
  "GET /api/profile": { given: Nothing; answer: Profile }
  "POST /api/passkeys/new": { given: Nothing; answer: Ceremony }
  "POST /api/passkeys": { given: { body: NewPasskey }; answer: Profile }
  "DELETE /api/passkeys/{passkey}": { given: { passkey: string }; answer: Profile }
  "POST /api/sign-in/passkey/new": { given: Nothing; answer: Ceremony }
  "POST /api/sign-in/passkey": { given: { body: Credential }; answer: Me }
  "POST /api/code": { given: Nothing; answer: RecoveryCode }
  "POST /api/sign-in/code": { given: { body: RecoveryCode }; answer: Me }
  "GET /api/link": { given: Nothing; answer: LinkState }
  "POST /api/link": { given: Nothing; answer: Link }
  "POST /api/sign-in/link/look": { given: { body: LinkSecret }; answer: Invited }
  "POST /api/sign-in/link": { given: { body: LinkSecret }; answer: Me }
  "POST /api/sign-out": { given: Nothing; answer: Me }
  "POST /api/sign-out/everywhere": { given: { body: Ending }; answer: Me }
  "GET /api/profile/data": { given: Nothing; answer: Record<string, unknown> }
  "GET /api/daily": { given: Nothing; answer: DailyGames }
  "GET /api/daily/{preset}": { given: { preset: string; day?: string | null }; answer: DailyDeals }
  "POST /api/daily/{preset}/{deal}": { given: { preset: string; deal: number; body: DayWish }; answer: TableInfo }
  "GET /api/challenges": { given: Nothing; answer: MyChallenges }
  "POST /api/challenges": { given: { body: NewChallenge }; answer: Challenge }
  "GET /api/challenges/{challenge}": { given: { challenge: string }; answer: Challenge }
  "POST /api/challenges/{challenge}/seat": { given: { challenge: string; body: SeatChoice }; answer: Challenge }
  "DELETE /api/challenges/{challenge}/seat": { given: { challenge: string }; answer: Challenge }
  "POST /api/challenges/{challenge}/close": { given: { challenge: string }; answer: Challenge }
  "GET /api/puzzles": { given: Nothing; answer: Puzzles }
  "GET /api/puzzles/next": { given: { game?: string; kind?: string; theme?: string }; answer: PuzzleRef }
  "GET /api/puzzles/{puzzle}": { given: { puzzle: string }; answer: PuzzleTask }
  "POST /api/puzzles/{puzzle}": { given: { puzzle: string; body: PuzzleAnswers }; answer: PuzzleReply }
  "POST /api/puzzles/{puzzle}/hint": { given: { puzzle: string; body: PuzzleAnswers }; answer: PuzzleHint }
  "POST /api/puzzles/{puzzle}/solution": { given: { puzzle: string }; answer: PuzzleSolution }
  "GET /api/push": { given: Nothing; answer: PushState }
  "POST /api/push": { given: { body: NewSubscription }; answer: PushState }
  "POST /api/push/stop": { given: { body: OldSubscription }; answer: PushState }
  "GET /api/sheet": { given: { rules: string; kind?: "rules" | "aid" | "scores" | "tokens" | "decks"; paper?: "a4" | "letter" }; answer: string }
  "GET /api/deals": { given: { rules: string; seed: number; count?: number; paper?: "a4" | "letter" }; answer: string }
}
