// Made by scripts/web_data.py; do not edit.

/** What one seat may see. */
export interface View {
  auction: AuctionView | null
  awarding: "haggis" | "trick" | null
  dealer: number
  end: Record<string, number>
  exchange: ExchangeView | null
  haggis: number
  hand: string | null
  lead: number | null
  legal: string[]
  log: string[]
  out: number[]
  phase: Phase
  piles: PileView[]
  players: string[] | null
  results: RoundResult[]
  round: number
  rules: string | Record<string, unknown>
  seat: number | null
  seats: SeatView[]
  to_act: number[]
  to_beat: ToBeat | null
  totals: number[]
  trick: Entry[]
  tricks: TrickView[]
  view: number
  winners: number[] | null
}

/** The auction; only the Shepherd sees the cards. */
export interface AuctionView {
  bids: BidView[]
  buried: string | null
  drawn: string | null
  draws: number
  shepherd: number | null
}

/** One entry of the auction; `bid` is None for a pass. */
export interface BidView {
  bid: number | null
  seat: number
}

/** The exchange; the cards are this seat's own. */
export interface ExchangeView {
  gave: string[]
  pick: string | null
  picked: number[]
  received: string[]
  swap: number
}

export type Phase = "auction" | "award" | "bury" | "exchange" | "lead" | "over" | "play"

/** A side's score pile so far: finished tricks only. */
export interface PileView {
  bonus: number
  cards: number
  points: number
}

/** A finished round: the side that made a slam (R6.5), where points come from, and the cards never played. */
export interface RoundResult {
  haggis: string
  left: string[]
  out: number[]
  parts: Parts
  points: number[]
  shepherd: number | null
  slam: number | null
  sources: Source[]
  totals: number[]
}

/** Points by their source, each by side. */
export interface Parts {
  bets: number[]
  cards: number[]
  out: number[]
}

/** Where points of a round come from: a side scores by a rule. */
export interface Source {
  cards: string
  count: number
  hand: number | null
  part: "bets" | "cards" | "out"
  points: number
  rule: "bet" | "bet-failed" | "bid" | "bid-failed" | "haggis" | "hand" | "out" | "out-overplayed" | "out-trick" | "tricks"
  seat: number | null
  side: number
}

/** What everybody knows about a player. */
export interface SeatView {
  bet: number | null
  bet_stands: boolean
  cards: number
  courts: string
  out: boolean
  side: number
}

/** The highest combination of the trick. */
export interface ToBeat {
  kind: string
  length: number
  name: string
  play: string
  rank: number
  seat: number
  width: number
}

/** One entry of a trick; `play` is None for a pass. */
export interface Entry {
  play: string | null
  seat: number
}

/** A finished trick: who won it and whose pile took it. */
export interface TrickView {
  entries: Entry[]
  side: number
  winner: number
}

/** An action of the game: one of the texts in the view's `legal`. `seq` is the last one that the client has seen. */
export interface Act {
  type: "act"
  action: string
  seq: number
  id: string
}

/** Take a seat; None: any free one. */
export interface Sit {
  type: "sit"
  seat?: number | null
  id: string
}

/** Give the seat up; during a match a bot plays on for it, until `back`. */
export interface Leave {
  type: "leave"
  id: string
}

/** Play again myself, after a bot has played for me. */
export interface Back {
  type: "back"
  id: string
}

/** Host, between matches: put a bot on a seat, or (None) leave it open; not where a connected person sits. */
export interface Bot {
  type: "bot"
  seat: number
  level: string | null
  id: string
}

/** Host: start the match; `fill` puts bots of this level on the open seats. */
export interface Start {
  type: "start"
  fill?: string | null
  id: string
}

/** Between two rounds: I have seen the result; the next round starts when everybody is ready. */
export interface Ready {
  type: "ready"
  id: string
}

/** Another match, please: it starts when everybody who is there has asked. False takes the wish back. */
export interface Rematch {
  type: "rematch"
  again?: boolean
  id: string
}

/** Host, between matches: take a person's seat away. */
export interface Kick {
  type: "kick"
  seat: number
  id: string
}

/** Host, between matches: two seats change places, whoever sits there. */
export interface Swap {
  type: "swap"
  seat: number
  other: number
  id: string
}

/** Host: make the person on this seat the host. */
export interface Host {
  type: "host"
  seat: number
  id: string
}

/** Host: change what is not None: lock the seats, let spectators talk, the pace of bots. */
export interface Settings {
  type: "settings"
  locked?: boolean | null
  talk?: boolean | null
  pace?: "fast" | "normal" | "slow" | null
  id: string
}

/** I ask to take my last action of this round back; it happens when all other people have agreed. */
export interface Undo {
  type: "undo"
  id: string
}

/** My answer to another player's undo. */
export interface Consent {
  type: "consent"
  agree: boolean
  id: string
}

/** A line for the table. */
export interface Chat {
  type: "chat"
  text: string
  id: string
}

/** A small sign for the table; nobody keeps it. */
export interface React {
  type: "react"
  reaction: "clap" | "laugh" | "party" | "sad" | "think" | "wow"
  id: string
}

/** Asks what a strong bot would do in my place. */
export interface Hint {
  type: "hint"
  id: string
}

/** Send me the whole state again. */
export interface Refresh {
  type: "refresh"
  id: string
}

/** Asks whether the server is there. */
export interface Ping {
  type: "ping"
  id: string
}

/** The whole state: the first message of a fresh connection, and whenever a client has fallen behind. */
export interface State {
  type: "state"
  table: TableInfo
  seat: number | null
  view: View | null
  clock: Clock | null
  pause: Clock | null
  grace: (number | null)[]
  chat: ChatLine[]
  seq: number
  id?: string
}

/** What everybody may know of a table, besides the game itself. */
export interface TableInfo {
  id: string
  title: string
  rules: string | Record<string, unknown>
  end: Record<string, number>
  clock: number | null
  listed: boolean
  status: "closed" | "over" | "playing" | "waiting"
  match: number
  seats: SeatInfo[]
  watchers: number
  records: number
  bank: number | null
  take_backs: boolean
  host: number | null
  locked: boolean
  talk: boolean
  pace: "fast" | "normal" | "slow"
  paused: boolean
  undo: UndoInfo | null
  origin: Origin | null
  daily: DailyPlace | null
  challenge: string | null
  rated: boolean
  awaited: number[]
  due: number | null
}

/** Who sits there. */
export interface SeatInfo {
  kind: "bot" | "open" | "person"
  name: string | null
  level: string | null
  away: "clock" | "gone" | "left" | null
  again: boolean
  ready: boolean
  missed: number
  connected: boolean
}

/** Somebody asks to take an action back. */
export interface UndoInfo {
  seat: number
  agreed: number[]
}

/** A place in a record: before the action `index` of a round's log. */
export interface Origin {
  record: string
  round: number
  index: number
}

/** A deal of a day: one try counts, on that day; afterwards it is practice. */
export interface DailyPlace {
  day: string
  deal: number
  practice: boolean
}

/** The time that is left, in milliseconds, when the message was sent: `left` of `of`, and then the time bank. */
export interface Clock {
  left: number
  of: number
  banks: number[]
}

/** What somebody said. */
export interface ChatLine {
  seq: number
  seat: number | null
  name: string
  text: string
}

/** An action was played: put `changes` over the view, and append `action` to its log unless `changes` has a log. */
export interface Played {
  type: "played"
  seat: number
  action: string
  changes: Partial<View>
  bot?: boolean
  late?: boolean
  clock?: Clock | null
  pause?: Clock | null
  table?: TableInfo
  seq: number
  id?: string
}

/** Something about the table changed; the start of a match and a take-back bring a whole view. */
export interface Table {
  type: "table"
  what: "away" | "back" | "bot" | "close" | "consent" | "host" | "kick" | "leave" | "ready" | "rematch" | "resume" | "settings" | "sit" | "start" | "swap" | "undo"
  table: TableInfo
  seat?: number | null
  you?: number | null
  view?: View
  clock?: Clock | null
  pause?: Clock | null
  seq: number
  id?: string
}

/** A line of chat. */
export interface Said {
  type: "chat"
  seat: number | null
  name: string
  text: string
  seq: number
  id?: string
}

/** Somebody's reaction. */
export interface Reacted {
  type: "react"
  seat: number
  reaction: string
  seq: number
  id?: string
}

/** Who is connected; also the end of what a returning client has missed. */
export interface Presence {
  type: "presence"
  connected: boolean[]
  watchers: number
  grace: (number | null)[]
  clock?: Clock | null
  pause?: Clock | null
  seq: number
  id?: string
}

/** What a strong bot would do. */
export interface Hinted {
  type: "hint"
  action: string
  why: string
  reason?: FactData[]
  other?: string | null
  seq: number
  id?: string
}

/** One fact of a reason; `reasons.SENTENCES` has a sentence for each code. */
export interface FactData {
  code: string
  params: Record<string, unknown>
}

/** The answer to a command that causes no event: a resend (`seq` is where it was played), a ping. */
export interface Ok {
  type: "ok"
  seq: number
  id?: string
}

/** A command was refused, and nothing changed. The reason is the sentence of the code and its params. */
export interface Error {
  type: "error"
  code: string
  reason: string
  params?: Record<string, unknown>
  seq: number
  id?: string
}

/** Why a request was refused. The reason is the sentence of the code and its params. */
export interface Problem {
  code: string
  reason: string
  params?: Record<string, unknown>
}

/** What a strong bot would do. */
export interface Advice {
  action: string
  why: string
  reason: FactData[]
  other: string | null
}

/** The options of a seat, the best first; open bets apart, because they go with any of them. */
export interface Analysis {
  line: string
  seat: number
  view: View
  options: OptionValue[]
  bets: OptionValue[]
}

/** What an option is worth, by what the seat knows: points of the round by which it will be ahead. */
export interface OptionValue {
  action: string
  value: number
  error: number
  behind: number
  behind_error: number
  first_out: number
  worlds: number
}

/** A position to analyse: its line, the line of what a seat sees, or the record of a match that is not over. */
export interface AnalysisWish {
  position: string
  effort?: "normal" | "quick"
}

/** What I would do in this position: one of the view's `legal`, or "no bet" where a bet is possible. */
export interface Answer {
  action: string
}

/** What a browser is asked, as WebAuthn's JSON has it. */
export interface Ceremony {
  options: Record<string, unknown>
}

/** A challenge as I may see it: results only when I have played it, or when it is over. */
export interface Challenge {
  id: string
  title: string
  maker: string
  mine: boolean
  rules: string | Record<string, unknown>
  rounds: number
  seats: (string | null)[]
  tables: number | null
  made: number
  closes: number
  over: boolean
  state: "done" | "none" | "playing" | "seated"
  players: number
  finished: number
  beat: number | null
  elsewhere: boolean
  table: string | null
  team_tables: number | null
  people: ChallengePerson[]
  fields: ChallengeField[] | null
  teams: ChallengeTeam[]
  par: number[] | null
}

/** Somebody who takes part. */
export interface ChallengePerson {
  name: string
  me: boolean
  place: number | null
  seat: number
  state: "done" | "none" | "playing" | "seated"
}

/** The results of all who had the same cards, the best first. */
export interface ChallengeField {
  side: number
  seats: number[]
  lines: ChallengeLine[]
}

/** What the people of one side at one table made of all deals. */
export interface ChallengeLine {
  rank: number
  names: string[]
  me: boolean
  maker: boolean
  place: number | null
  points: number
  match_points: number
  deals: ChallengeDeal[]
  record: string | null
}

/** A result at one deal. */
export interface ChallengeDeal {
  points: number
  ahead: number
  match_points: number
}

/** People who sat crosswise at several tables. */
export interface ChallengeTeam {
  rank: number
  names: string[]
  me: boolean
  points: number
  deals: number[]
}

/** A browser's answer with a passkey that is known. */
export interface Credential {
  credential: Record<string, unknown>
}

/** The deals of a day in one game. Its table is closed until I have played all deals, or the day is over. */
export interface DailyDeals {
  day: string
  today: string
  preset: string
  ends: number
  over: boolean
  players: number
  waiting: number
  deals: DealState[]
  standings: Standing[] | null
  week: Standing[]
  newcomer: boolean
}

/** One deal, as it stands for me. The field can be seen when I have played it, or when the day is over. */
export interface DealState {
  deal: number
  table: string | null
  points: number | null
  match_points: number | null
  par: number | null
  field: FieldLine[] | null
}

/** A result at one deal; the best come first. */
export interface FieldLine {
  name: string
  level: string | null
  me: boolean
  points: number
  match_points: number
  table: string | null
  record: string | null
}

/** A line of the table of a day or week. */
export interface Standing {
  rank: number
  name: string
  level: string | null
  me: boolean
  deals: number
  points: number
  match_points: number
}

/** Today, and how many deals I have finished in each game. */
export interface DailyGames {
  day: string
  ends: number
  deals: number
  done: Record<string, number>
}

/** Which day; None: today. A day that is over is practice. */
export interface DayWish {
  day?: string | null
}

/** What ends with my other devices: passkeys, by their ids, and the recovery code. */
export interface Ending {
  passkeys?: string[]
  code?: boolean
}

/** Everything that the form for a new table needs. */
export interface Games {
  games: GameInfo[]
  bots: BotInfo[]
  clocks: number[]
  banks: number[]
  reactions: string[]
  limits: Limits
  public_url: string | null
  network_url: string | null
  join: string
}

/** A game that can be played here. */
export interface GameInfo {
  preset: string
  title: string
  edition: string
  players: number
  partners: boolean
  before: "" | "auction" | "exchange"
  rounds: number[] | null
  goal: number[]
  slam: boolean
  house: HouseRuleInfo[]
}

/** A house rule for the form: `choices` is None where it takes a list of numbers. */
export interface HouseRuleInfo {
  name: string
  about: string
  values: string
  choices: unknown[] | null
  default: unknown
}

/** A bot that can be put on a seat. */
export interface BotInfo {
  level: string
  about: string
}

/** What the server accepts: ranges with both ends included, and lengths in characters. */
export interface Limits {
  rounds: [number, number]
  goal: [number, number]
  clock: [number, number]
  bank: [number, number]
  name_length: number
  title_length: number
  chat_length: number
}

/** Who one would be on this device, and what is lost of who one is now. */
export interface Invited {
  name: string
  mine: Profile
}

/** Who I am, and by what I can come back. */
export interface Profile {
  name: string | null
  since: number | null
  passkeys: Passkey[]
  code: number | null
  matches: number
  running: number
  puzzles: number
}

/** One of my passkeys. */
export interface Passkey {
  id: string
  name: string
  made: number
  used: number | null
  site: string
  here: boolean
}

/** The ratings of a game: those that are settled, best first, then the provisional ones; bots stand among them. */
export interface Leaderboard {
  preset: string
  lines: RatingLine[]
  programs: RatingLine[]
}

/** A rating on a leaderboard, of a person or a bot. */
export interface RatingLine {
  rank: number | null
  name: string
  level: string | null
  me: boolean
  rating: number
  within: number
  provisional: boolean
  matches: number
}

/** The position of a place, and what the line makes of it. */
export interface Line {
  replay: Replay
  over: boolean
  seat: number | null
  view: View | null
  candidates: CandidateData[]
}

/** A record played again: a spectator's view of the first deal, then step by step, all hands open. */
export interface Replay {
  view: View
  hands: string[]
  haggis: string
  steps: ReplayStep[]
}

/** An action of a replay: what it changed in everybody's view, and the cards after it. */
export interface ReplayStep {
  action: string
  changes: Partial<View>
  hands: string[]
  haggis: string
}

/** One answer that was tried. The error is that of the paired difference to the best. */
export interface CandidateData {
  action: string
  behind: number
  error: number
  first_out: number
  value: number
  worlds: number
}

/** A line that leaves the record: actions of all seats, each as in a log: "1 pass". */
export interface LineWish {
  round: number
  index: number
  line?: string[]
  values?: boolean
}

/** What a link for a second device carries behind its #; it is good once. */
export interface Link {
  secret: string
  until: number
}

/** The secret of a link. */
export interface LinkSecret {
  secret: string
}

/** Whether a link is open, and whether another device has joined by it. */
export interface LinkState {
  until: number | null
  joined: boolean
}

/** Listed tables that wait for players or are being played, the latest first. */
export interface Lobby {
  tables: TableInfo[]
}

/** Who I am, and my tables, the latest first. */
export interface Me {
  name: string | null
  tables: MyTable[]
  named: boolean
}

/** A table where I have a seat, or had one when a match ended. */
export interface MyTable {
  table: TableInfo
  seat: number
  changed: number
}

/** A decision of a review that was mine. */
export interface MistakeWish {
  record: string
  round: number
  index: number
}

/** My bank of mistakes. */
export interface Mistakes {
  due: Mistake[]
  kept: number
  next: number | null
  solved: number
}

/** A mistake of mine, to be tried again. */
export interface Mistake {
  record: string
  round: number
  index: number
  seat: number
  preset: string
  kind: "award" | "bet" | "bid" | "bury" | "give" | "lead" | "play"
  theme: "after-bombs" | "bets" | "bids" | "bombs" | "burial" | "courts" | "exchange" | "follows" | "holds" | "leads" | "passes"
  loss: number
  made_at: number
  due: number
}

/** The challenges that I have made or taken part in, the latest first. */
export interface MyChallenges {
  challenges: ChallengeFacts[]
}

/** A challenge, and how far I am in it. */
export interface ChallengeFacts {
  id: string
  title: string
  maker: string
  mine: boolean
  rules: string | Record<string, unknown>
  rounds: number
  seats: (string | null)[]
  tables: number | null
  made: number
  closes: number
  over: boolean
  state: "done" | "none" | "playing" | "seated"
  players: number
  finished: number
}

/** My matches, the latest first: those that are being played, and those that are over. */
export interface MyMatches {
  running: MyTable[]
  matches: MyMatch[]
  more: boolean
}

/** A match that I played. */
export interface MyMatch {
  table: string
  number: number
  record: string | null
  preset: string
  seat: number
  ended: number
  outcome: "abandoned" | "lost" | "tied" | "won"
  players: string[]
  totals: number[]
  rounds: number
  ahead: number
  people: boolean
  loss: number | null
}

/** The name that a guest wants; without one they are called Guest. */
export interface Name {
  name?: string | null
  code?: string
  bot?: boolean
}

/** A challenge: with the cards of a finished match against bots (`record`), or with fresh ones (`rules`). */
export interface NewChallenge {
  record?: string | null
  rules?: string | Record<string, unknown> | null
  rounds?: number
  seats?: string[] | null
  tables?: number
  title?: string
  days?: number
}

/** A browser's answer with a new passkey, and how I call it. */
export interface NewPasskey {
  name: string
  credential: Record<string, unknown>
}

/** A browser's subscription: endpoint and keys as the browser gives them, and the server's key that it is for. */
export interface NewSubscription {
  endpoint: string
  p256dh: string
  auth: string
  key: string
}

/** A new table. Seats are `me`, `open`, or a bot's level; if none is open, the match starts at once. */
export interface NewTable {
  rules: string | Record<string, unknown>
  end?: Record<string, number> | null
  seats: string[]
  clock?: number | null
  bank?: number | null
  take_backs?: boolean
  talk?: boolean
  pace?: "fast" | "normal" | "slow"
  listed?: boolean
  title?: string
  rated?: boolean
}

/** The subscription that is to end. */
export interface OldSubscription {
  endpoint: string
}

/** What the seat saw that made the action of this place, with all that it could do. */
export interface Position {
  seat: number
  view: View
  made: string
  line: string
}

/** Whether the server sends notifications, and to how many browsers of mine. */
export interface PushState {
  key: string | null
  devices: number
}

/** My answers so far, each one of the view's `legal`; the last one is new. */
export interface PuzzleAnswers {
  answers: string[]
}

/** What sort of action it is: its verb and, for a play, its kind and its number of cards. */
export interface PuzzleHint {
  verb: string
  kind: string | null
  cards: number | null
  me: PuzzlePlayer
}

/** How I do. Only my first attempt at each puzzle counts. */
export interface PuzzlePlayer {
  rating: PuzzleRating
  solved: number
  missed: number
  streak: number
  best_streak: number
}

/** A rating by Glicko-2, and its standard deviation. */
export interface PuzzleRating {
  value: number
  deviation: number
}

/** A puzzle that fits me. */
export interface PuzzleRef {
  id: string
}

/** What came of my answer: what was played since the last position, and the position now. */
export interface PuzzleReply {
  result: "right" | "solved" | "wrong"
  moves: PuzzleMove[]
  view: View | null
  hands: string[] | null
  counted: boolean
  me: PuzzlePlayer
}

/** An action of the line. */
export interface PuzzleMove {
  seat: number
  action: string
  mine: boolean
}

/** The solution, after an attempt. */
export interface PuzzleSolution {
  moves: PuzzleMove[]
  why: string
  reason: FactData[]
  values: PuzzleValue[]
  deals: number | null
  themes: ("after-bombs" | "bids" | "bomb" | "break-bomb" | "burial" | "count-cards" | "court-single" | "exchange" | "give-trick" | "keep-bomb" | "lead-low" | "long" | "unblock-partner")[]
  solved: boolean
  me: PuzzlePlayer
}

/** Another answer, and the points that it loses. */
export interface PuzzleValue {
  action: string
  behind: number
}

/** A puzzle: what the solver sees, and may do; with open cards, all hands. */
export interface PuzzleTask {
  id: string
  kind: "best" | "open" | "sure"
  preset: string
  seat: number
  rating: PuzzleRating
  view: View
  hands: string[] | null
  solved: boolean | null
}

/** All that the page of puzzles shows before one is chosen. */
export interface Puzzles {
  me: PuzzlePlayer
  daily: DailyPuzzle
  counts: PuzzleCount[]
  themes: Record<string, number>
}

/** The puzzle of the day, the same for everybody. */
export interface DailyPuzzle {
  id: string
  date: string
  preset: string
  kind: "best" | "open" | "sure"
  solved: boolean | null
}

/** How many puzzles of a game and kind there are, and how many of them I have tried. */
export interface PuzzleCount {
  preset: string
  kind: "best" | "open" | "sure"
  puzzles: number
  tried: number
}

/** A record that the server keeps; the id cannot be guessed. */
export interface RecordRef {
  id: string
}

/** The matches of a table that are over. */
export interface Records {
  records: RecordInfo[]
}

/** A match that can be downloaded. */
export interface RecordInfo {
  number: number
  ended: number
  players: string[]
  totals: number[]
  winners: number[] | null
  id?: string | null
}

/** A recovery code: a new one, shown this once; or one to sign in with. */
export interface RecoveryCode {
  code: string
}

/** A review, or what has been found so far. */
export interface Review {
  id: string
  status: "done" | "failed" | "none" | "running" | "waiting"
  effort: "deep" | "normal" | "quick"
  ahead: number
  done: number
  total: number
  seat: number | null
  players: string[] | null
  rules: string | Record<string, unknown>
  rounds: RoundSummary[]
  decisions: Decision[]
}

/** One round, by side: result = par + play + hindsight, where par is the luck of the deal.

    `loss` is what the side's decisions have lost that are not good, by what could be known; `play` is its share of what
    the others' have lost less that. The rest is what only hindsight shows. */
export interface RoundSummary {
  hindsight: number[]
  loss: number[]
  number: number
  par: number[]
  play: number[]
  points: number[]
  result: number[]
  whole: boolean
}

/** A decision, and its reason in English. */
export interface Decision {
  best: string
  candidates: CandidateData[]
  error: number
  exact: boolean
  hand: string
  index: number
  kind: "award" | "bet" | "bid" | "bury" | "give" | "lead" | "play"
  loss: number
  made: string
  reason: FactData[]
  round: number
  seat: number
  seen: SeenData | null
  theme: "after-bombs" | "bets" | "bids" | "bombs" | "burial" | "courts" | "exchange" | "follows" | "holds" | "leads" | "passes" | null
  to_beat: string | null
  value: number
  verdict: "blunder" | "good" | "inaccuracy" | "mistake"
  why: string
}

/** The same with all cards in sight: for each candidate its value, and what the action made has lost by it. */
export interface SeenData {
  best: string
  exact: boolean
  loss: number
  values: number[]
}

/** How thorough a review is to be. */
export interface ReviewWish {
  effort?: "deep" | "normal" | "quick"
}

/** Where I want to sit in a challenge of several tables; None: anywhere. */
export interface SeatChoice {
  place?: number | null
  seat?: number | null
}

/** The seat to take; None: any free one. */
export interface SeatWish {
  seat?: number | null
}

/** My view of a table over HTTP. */
export interface Seen {
  seq: number
  seat: number | null
  view: View | null
}

/** A match that I played in a browser and sent: where it is now. */
export interface SentMatch {
  table: string
  record: string
  kept: boolean
}

/** How to start: `fill` puts bots of this level on the open seats. */
export interface StartWish {
  fill?: string | null
}

/** My statistics, the game that I play most first. */
export interface Statistics {
  games: GameFigures[]
}

/** My statistics in one game. */
export interface GameFigures {
  preset: string
  matches: number
  won: number
  tied: number
  lost: number
  abandoned: number
  rounds: number
  points: Estimate | null
  ahead: Estimate | null
  first_out: number
  bets: number
  bets_won: number
  bombs: number
  sources: SourcePoints
  reviews: ReviewFigures | null
  partners: PartnerFigures[]
  form: FormPoint[]
}

/** A mean, and how far from it the true one may be in 19 of 20 cases; None where one round says nothing of that. */
export interface Estimate {
  mean: number
  within: number | null
}

/** Points of a round by where they come from. */
export interface SourcePoints {
  tricks: number
  hands: number
  haggis: number
  out: number
  bets: number
}

/** What the reviews of my matches say. */
export interface ReviewFigures {
  rounds: number
  decisions: number
  loss: number
  luck: number
  themes: ThemeFigures[]
}

/** Decisions of one theme that were not good. */
export interface ThemeFigures {
  theme: string
  count: number
  loss: number
}

/** My matches with one partner: a person by the name of the last match, or a bot by its level. */
export interface PartnerFigures {
  name: string | null
  level: string | null
  matches: number
  won: number
  ahead: number
}

/** One of my latest matches, for a picture of how it goes. */
export interface FormPoint {
  ended: number
  outcome: "abandoned" | "lost" | "tied" | "won"
  ahead: number
  luck: number | null
}

/** A table that goes on from a place: which seat I want, and the level of the bots elsewhere. */
export interface TableWish {
  round: number
  index: number
  seat: number
  bot?: string
}

/** What the plays of a place are worth with all cards in sight and best play of everybody. */
export interface Values {
  seat: number
  exact: boolean
  actions: ActionValue[]
}

/** The points of the round by which the side to act will be ahead after an action: from `low` to `high`. */
export interface ActionValue {
  action: string
  low: number
  high: number
}

/** How many positions the solver may look at for the values of a place. */
export interface ValuesWish {
  round: number
  index: number
  nodes: number
}

/** What an answer is worth. Answers that differ only in readings or in suits that are alike count as one. */
export interface Verdict {
  accepted: boolean
  verdict: "blunder" | "good" | "inaccuracy" | "mistake"
  action: string
  behind: number
  error: number
  best: string
  why: string
  reason: FactData[]
  candidates: CandidateData[]
  due: number | null
}

export type Command = Act | Sit | Leave | Back | Bot | Start | Ready | Rematch | Kick | Swap | Host | Settings | Undo | Consent | Chat | React | Hint | Refresh | Ping

export type Event = State | Played | Table | Said | Reacted | Presence | Hinted | Ok | Error
