// Made by `npm run wire` from the server's OpenAPI description: change kemu/server/wire.py instead.
// 591877ae9679b88ba20e9d2efa30be6f

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AddSalt
         * @description The seat's salt for the dice: once, before the first draw. The table draws nothing before it has them all.
         */
        AddSalt: {
            /** @description An id that the client makes: the same request again lands once. */
            key: string;
            /** @description Made by the page: 128 random bits, say. */
            salt: string;
        };
        /**
         * AgreeHints
         * @description A seat agrees to hints at a table where people play each other, or agrees no longer.
         */
        AgreeHints: {
            agree: boolean;
            /** @description An id that the client makes: the same request again lands once. */
            key: string;
        };
        /**
         * Answer
         * @description A seat's answer to the pending decision.
         */
        Answer: {
            action: Record<string, unknown>;
            /** @description An id that the client makes: the same request again lands once. */
            key: string;
            /** @description The ply that the client saw. */
            ply: number;
            /** @default null */
            revision?: number | null;
        };
        /**
         * AskHint
         * @description A question: what would you do?
         */
        AskHint: Record<string, unknown>;
        /**
         * Base
         * @description What never changes in a scene: it is fetched once, by its digest.
         */
        Base: {
            base: (components["schemas"]["Path"] | components["schemas"]["Disc"] | components["schemas"]["Box"] | components["schemas"]["Words"] | components["schemas"]["Use"])[];
            defs: (components["schemas"]["Gradient"] | components["schemas"]["Pattern"])[];
            symbols: {
                [key: string]: (components["schemas"]["Path"] | components["schemas"]["Disc"] | components["schemas"]["Box"] | components["schemas"]["Words"] | components["schemas"]["Use"])[];
            };
            zones: components["schemas"]["Zone"][];
        };
        /**
         * Because
         * @description The answer to `Why`. `final`: once done, it could not be undone: chance or another seat's turn follows.
         */
        Because: {
            allowed: boolean;
            clause: string;
            /** @default false */
            final?: boolean;
            reason: string;
        };
        /**
         * Box
         * @description A rectangle from its upper left corner; `r` rounds the corners.
         */
        Box: {
            /** @default 0 */
            blur?: number;
            /** @default  */
            dash?: string;
            /** @default none */
            fill?: string;
            h: number;
            /** @enum {unknown} */
            kind: "box";
            /** @default 1 */
            opacity?: number;
            /** @default 0 */
            r?: number;
            /** @default none */
            stroke?: string;
            w: number;
            /** @default 1 */
            width?: number;
            x: number;
            y: number;
        };
        /**
         * BroughtRecord
         * @description A record to be looked at.
         */
        BroughtRecord: {
            /** @description The record, as JSON Lines. */
            record: string;
        };
        /**
         * ChatLine
         * @description A line that a seat said; `line` counts from 1 at each table.
         */
        ChatLine: {
            at: string;
            line: number;
            seat: string;
            text: string;
        };
        /**
         * ChatMessage
         * @description A line of chat.
         */
        ChatMessage: {
            said: components["schemas"]["ChatLine"];
            /** @enum {unknown} */
            type: "chat";
        };
        /**
         * Claim
         * @description Sit down at a seat: by its link, which is used up by that, or at a free `seat` of a table that is
         *         listed. Exactly one of the two is there.
         */
        Claim: {
            /** @description The secret of the link. */
            invite: string;
            /**
             * @description What the player is called.
             * @default
             */
            name?: string;
            /** @description Made by the client: 192 random bits. The server keeps a digest. */
            token: string;
        } | {
            /**
             * @description What the player is called.
             * @default
             */
            name?: string;
            seat: string;
            /** @description Made by the client: 192 random bits. The server keeps a digest. */
            token: string;
        };
        /**
         * Claimed
         * @description The seat that was claimed, or can be.
         */
        Claimed: {
            seat: string;
        };
        /**
         * ClauseInfo
         * @description One clause of a game's rulebook, in our words.
         */
        ClauseInfo: {
            chapter: string;
            id: string;
            reading: string;
            reconstructed: string;
            status: string;
            summary: string;
            title: string;
            why: string;
        };
        /**
         * ClockMessage
         * @description The clock has begun to run, or was set anew, without a move.
         */
        ClockMessage: {
            clock: components["schemas"]["ClockState"];
            /** @enum {unknown} */
            type: "clock";
        };
        /**
         * ClockState
         * @description A table's clock at the moment in which this is sent. All of it is spans of time in milliseconds: a client counts
         *         on from when it hears of it, and what its own clock says does not matter.
         */
        ClockState: {
            bank: number;
            free: number;
            left: {
                [key: string]: number;
            };
            runs: string | null;
            spent: number;
        };
        /**
         * ClockTerms
         * @description The time that each seat has, in milliseconds.
         */
        ClockTerms: {
            /** @description In all; with 0 there is free time only. */
            bank: number;
            /** @description So long each turn may take before the bank runs. */
            free: number;
        };
        /**
         * Computer
         * @description A program sits here.
         */
        Computer: {
            /** @enum {unknown} */
            kind: "computer";
            level: string;
            /**
             * @description What the player is called.
             * @default
             */
            name?: string;
        };
        /**
         * DecideState
         * @description A seat must choose; the options are there only when it is the reader's own.
         */
        DecideState: {
            clause: string;
            free: components["schemas"]["FreeState"] | null;
            /** @default null */
            no?: number | null;
            options: components["schemas"]["OptionState"][];
            prompt: string;
            seat: string;
            /** @enum {unknown} */
            type: "decide";
            yours: boolean;
        };
        /**
         * Disc
         * @description A circle.
         */
        Disc: {
            /** @default 0 */
            blur?: number;
            /** @default  */
            dash?: string;
            /** @default none */
            fill?: string;
            /** @enum {unknown} */
            kind: "disc";
            /** @default 1 */
            opacity?: number;
            r: number;
            /** @default none */
            stroke?: string;
            /** @default 1 */
            width?: number;
            x: number;
            y: number;
        };
        /**
         * Drag
         * @description A piece dragged to a point of the scene: what would that stand for? `draft` is an answer that is not yet given:
         *         where the game can, the drag changes this one piece of it.
         */
        Drag: {
            /** @default null */
            draft?: Record<string, unknown> | null;
            /** @default  */
            piece?: string;
            /** @description The ply that the client saw. */
            ply: number;
            x: number;
            y: number;
        };
        /**
         * Dragged
         * @description The answer that a drag stands for, and, if it is not legal now, why not. Nothing has changed.
         */
        Dragged: {
            action: Record<string, unknown>;
            label: string;
            pieces: components["schemas"]["Piece"][];
            refusal: components["schemas"]["NotAllowed"] | null;
        };
        /**
         * DrawOffer
         * @description Offer a draw, or answer the offer of the other seat: exactly one of the three is true.
         */
        DrawOffer: {
            /** @default false */
            accept?: boolean;
            /** @default false */
            decline?: boolean;
            /** @description An id that the client makes: the same request again lands once. */
            key: string;
            /** @default false */
            offer?: boolean;
            /** @description The ply that the client saw. */
            ply: number;
            /** @description The revision that the client saw; it grows even when a choice is undone. */
            revision: number;
        } & ({
            /** @constant */
            accept?: false;
            /** @constant */
            decline?: false;
            /** @constant */
            offer: true;
        } | {
            /** @constant */
            accept: true;
            /** @constant */
            decline?: false;
            /** @constant */
            offer?: false;
        } | {
            /** @constant */
            accept?: false;
            /** @constant */
            decline: true;
            /** @constant */
            offer?: false;
        });
        /**
         * DrawOfferMessage
         * @description A draw is offered by this seat, or (null) no longer; so with a wish to take back.
         */
        DrawOfferMessage: {
            back: string | null;
            seat: string | null;
            /** @enum {unknown} */
            type: "draw-offer";
        };
        /**
         * ErrorMessage
         * @description Why the socket is about to close.
         */
        ErrorMessage: {
            code: string;
            reason: string;
            /** @enum {unknown} */
            type: "error";
        };
        /**
         * Failure
         * @description The body of every answer with a status of 400 or more.
         */
        Failure: {
            error: components["schemas"]["Problem"];
        };
        /**
         * FreeState
         * @description The continuum beside the listed answers.
         */
        FreeState: {
            byHand: string;
            pieces: string[];
            reach: components["schemas"]["ReachState"][];
        };
        /**
         * Friend
         * @description Somebody else sits here, by a link; a level, which a form may send along, means nothing.
         */
        Friend: {
            /** @enum {unknown} */
            kind: "friend";
            /** @default null */
            level?: string | null;
            /**
             * @description What the player is called.
             * @default
             */
            name?: string;
        };
        /**
         * GameInfo
         * @description A game as the front page shows it.
         */
        GameInfo: {
            broken: string;
            caption: string;
            clocks: components["schemas"]["ClockTerms"][];
            colours: string[];
            credits: string;
            draws: boolean;
            easy: Record<string, unknown>;
            hidden: boolean;
            id: string;
            lessons: components["schemas"]["LessonInfo"][];
            levels: components["schemas"]["LevelInfo"][];
            minutes: string;
            options: components["schemas"]["OptionInfo"][];
            reconstruction: boolean;
            seats: string[];
            sentence: string;
            title: string;
            titles: string[];
            ways: string[];
        };
        /**
         * Gradient
         * @description Named `id`, used as the colour `@id`. Points are fractions of the painted shape's box.
         */
        Gradient: {
            /** @default 0.5 */
            cx?: number;
            /** @default 0.5 */
            cy?: number;
            id: string;
            /** @enum {unknown} */
            kind: "gradient";
            /** @default 0.5 */
            r?: number;
            /** @default false */
            radial?: boolean;
            stops: [
                number,
                string,
                number
            ][];
            /** @default 0 */
            x1?: number;
            /** @default 0 */
            x2?: number;
            /** @default 0 */
            y1?: number;
            /** @default 1 */
            y2?: number;
        };
        /**
         * GuideEntry
         * @description One entry of a game's glossary.
         */
        GuideEntry: {
            clauses: string[];
            kind: string;
            name: string;
            on: string[];
            picture: string;
            signs: {
                [key: string]: string;
            };
            words: string;
        };
        /**
         * GuideInfo
         * @description What a newcomer looks up: the glossary, the numbers of things, the pictures of the rules.
         */
        GuideInfo: {
            entries: components["schemas"]["GuideEntry"][];
            numbers: {
                [key: string]: string;
            };
            pictures: components["schemas"]["GuidePicture"][];
        };
        /**
         * GuidePicture
         * @description A picture of a rule, drawn from a position.
         */
        GuidePicture: {
            caption: string;
            clause: string;
            id: string;
        };
        /**
         * Health
         * @description The server can reach its database.
         */
        Health: {
            ok: boolean;
        };
        /**
         * Hello
         * @description The first and only message of a client on a socket: the secret of its seat, or null for a spectator.
         */
        Hello: {
            /**
             * @description Made by a page when it is loaded: a line that is opened again from there is no second place.
             * @default
             */
            place?: string;
            /** @default null */
            seat?: string | null;
        };
        /**
         * Hint
         * @description What a computer would do here; `option` is null where the answer is not one of the listed options.
         */
        Hint: {
            action: Record<string, unknown>;
            chance: number;
            label: string;
            option: number | null;
            pieces: components["schemas"]["Piece"][];
            reasons: string[];
            second: string;
            /** @enum {unknown} */
            sure: "close" | "fairly" | "only" | "sure";
        };
        /**
         * HintsAgreed
         * @description Who has agreed to hints, and whether they may be asked for now.
         */
        HintsAgreed: {
            on: boolean;
            seats: string[];
        };
        /**
         * Intent
         * @description What a player would like: a click on something in the scene, or an action. Exactly one of the two is there.
         */
        Intent: {
            touch: string;
        } | {
            action: Record<string, unknown>;
        };
        /**
         * Item
         * @description One entry of a panel: a card, a score, a counter in a box.
         */
        Item: {
            /** @default  */
            detail?: string;
            id: string;
            label: string;
            /** @default false */
            lit?: boolean;
            /** @default [] */
            more?: string[];
            /** @default null */
            seat?: number | null;
            /** @default  */
            source?: string;
            /** @default  */
            symbol?: string;
            /** @default  */
            value?: string;
        };
        /**
         * Judged
         * @description A turn, judged: the first seat's chance of winning when it begins and when it is over.
         */
        Judged: {
            after: number;
            before: number;
            /** @default false */
            drawn?: boolean;
            first: number;
            last: number;
            /** @default null */
            missed?: components["schemas"]["Missed"] | null;
            seat: string;
            /** @default false */
            turning?: boolean;
        };
        /**
         * Landed
         * @description The act is on disk; the table stands at this ply.
         */
        Landed: {
            ply: number;
            revision: number;
        };
        /**
         * Layer
         * @description Shapes that are drawn and stand for nothing: lines of sight, a winning pattern, smoke.
         */
        Layer: {
            /** @default true */
            above?: boolean;
            /** @default  */
            button?: string;
            name: string;
            shapes: (components["schemas"]["Path"] | components["schemas"]["Disc"] | components["schemas"]["Box"] | components["schemas"]["Words"] | components["schemas"]["Use"])[];
        };
        /**
         * LessonInfo
         * @description A guided game.
         */
        LessonInfo: {
            about: string;
            id: string;
            minutes: string;
            steps: number;
            title: string;
        };
        /**
         * LessonReply
         * @description What becomes of it: it goes on, or what is said to it.
         */
        LessonReply: {
            clause: string;
            right: boolean;
            say: string;
        };
        /**
         * LessonStep
         * @description A step of a lesson, and the table as the learner sees it there.
         */
        LessonStep: {
            action: Record<string, unknown> | null;
            heading: string;
            label: string;
            lesson: components["schemas"]["LessonInfo"];
            number: number;
            option: number | null;
            pieces: components["schemas"]["Piece"][];
            points: string[];
            say: string;
            snapshot: components["schemas"]["Snapshot"];
            waits: boolean;
        };
        /**
         * LevelInfo
         * @description One strength of computer opponent.
         */
        LevelInfo: {
            explanation: string;
            id: string;
            label: string;
        };
        /**
         * Listing
         * @description Let anyone on this server find the table and take a free seat, or no longer.
         */
        Listing: {
            listed: boolean;
        };
        /**
         * LogEntry
         * @description One line of the log, in plain words.
         */
        LogEntry: {
            clause: string;
            /** @default false */
            matters?: boolean;
            ply: number;
            seat: string | null;
            text: string;
            /** @default null */
            thrown?: components["schemas"]["Thrown"] | null;
        };
        Message: components["schemas"]["SnapshotMessage"] | components["schemas"]["MomentMessage"] | components["schemas"]["ChatMessage"] | components["schemas"]["PresenceMessage"] | components["schemas"]["DrawOfferMessage"] | components["schemas"]["ClockMessage"] | components["schemas"]["RematchMessage"] | components["schemas"]["PingMessage"] | components["schemas"]["ErrorMessage"];
        /**
         * Missed
         * @description A missed chance: what was played, what the search would have done, and what speaks for it.
         */
        Missed: {
            better: string;
            line: string[];
            lost: number;
            played: string;
            ply: number;
            reasons: string[];
        };
        /**
         * MomentMessage
         * @description Something changed: how the table stands now. Of the log that the client has, `kept` lines stay, and `entries`
         *         come after them.
         */
        MomentMessage: {
            /** @default null */
            clock?: components["schemas"]["ClockState"] | null;
            entries: components["schemas"]["LogEntry"][];
            kept: number;
            position: components["schemas"]["Position"];
            /** @enum {unknown} */
            type: "moment";
        };
        /**
         * NearState
         * @description How near a seat is to winning: in words, and as a part of the way.
         */
        NearState: {
            part: number;
            seat: string;
            words: string;
        };
        /**
         * NewTable
         * @description A wish for a table.
         */
        NewTable: {
            /** @default null */
            clock?: components["schemas"]["ClockTerms"] | null;
            game: string;
            /** @default false */
            listed?: boolean;
            /** @default {} */
            options?: Record<string, unknown>;
            seats: {
                [key: string]: components["schemas"]["You"] | components["schemas"]["Friend"] | components["schemas"]["Computer"];
            };
        };
        /**
         * NotAllowed
         * @description Why something is not allowed.
         */
        NotAllowed: {
            clause: string;
            reason: string;
        };
        /**
         * OpenTable
         * @description A table that anyone may sit down at.
         */
        OpenTable: {
            /** @default null */
            clock?: components["schemas"]["ClockTerms"] | null;
            createdAt: string;
            free: string[];
            game: string;
            opener: string;
            options: Record<string, unknown>;
            table: string;
            title: string;
        };
        /**
         * OptionInfo
         * @description One option of a game as a form shows it; `choices` is empty where it is not a closed list.
         */
        OptionInfo: {
            choices: unknown[];
            default: unknown;
            explanation: string;
            labels: string[];
            name: string;
            pictured: boolean;
        };
        /**
         * OptionState
         * @description One answer to the pending decision.
         */
        OptionState: {
            action: Record<string, unknown>;
            label: string;
            notation: string;
        };
        /**
         * OverState
         * @description The game has ended.
         */
        OverState: {
            clause: string;
            means: string;
            points: string[];
            reason: string;
            scores: {
                [key: string]: number;
            };
            text: string;
            /** @enum {unknown} */
            type: "over";
            winner: string | null;
        };
        /**
         * Panel
         * @description Things beside the board: scores, a hand of cards, a box of counters, a track.
         */
        Panel: {
            id: string;
            items: components["schemas"]["Item"][];
            /** @enum {unknown} */
            kind: "cards" | "fan" | "score" | "text" | "track" | "tray";
            title: string;
        };
        /**
         * PassOn
         * @description Let one's own seat be claimed by a link: to play on from another device.
         */
        PassOn: {
            /** @description Made by the client: 192 random bits. The server keeps a digest. */
            invite: string;
        };
        /**
         * Path
         * @description An SVG path; `evenodd` fills by that rule.
         */
        Path: {
            /** @default 0 */
            blur?: number;
            d: string;
            /** @default  */
            dash?: string;
            /** @default false */
            evenodd?: boolean;
            /** @default none */
            fill?: string;
            /** @enum {unknown} */
            kind: "path";
            /** @default 1 */
            opacity?: number;
            /** @default none */
            stroke?: string;
            /** @default 1 */
            width?: number;
        };
        /**
         * Pattern
         * @description A tile of shapes that repeats, used as the colour `@id`.
         */
        Pattern: {
            h: number;
            id: string;
            /** @enum {unknown} */
            kind: "pattern";
            /** @default 0 */
            rotate?: number;
            shapes: (components["schemas"]["Path"] | components["schemas"]["Disc"] | components["schemas"]["Box"] | components["schemas"]["Words"] | components["schemas"]["Use"])[];
            w: number;
        };
        /**
         * Piece
         * @description A thing on the board, drawn as a symbol. Its id stays the same for as long as it is the same thing, so that a
         *         client can move it from where it was to where it is.
         */
        Piece: {
            /** @default  */
            area?: string;
            /** @default  */
            badge?: string;
            /** @default false */
            handle?: boolean;
            id: string;
            label: string;
            /** @default 1 */
            opacity?: number;
            /** @default 0 */
            rotate?: number;
            /** @default 1 */
            scale?: number;
            symbol: string;
            x: number;
            y: number;
            /** @default 0 */
            z?: number;
        };
        /**
         * PingMessage
         * @description Nothing happened; the line is alive.
         */
        PingMessage: {
            /** @enum {unknown} */
            type: "ping";
        };
        /**
         * PlayOn
         * @description A wish to go on with a game that is over, from a moment of it, at a table of one's own.
         */
        PlayOn: {
            /** @description The id of the table, or of a record that was brought. */
            of: string;
            /** @description The ply that the client saw. */
            ply: number;
            seats: {
                [key: string]: components["schemas"]["You"] | components["schemas"]["Friend"] | components["schemas"]["Computer"];
            };
        };
        /**
         * Position
         * @description What a move changes of the table, as one seat (or a spectator) may see it.
         */
        Position: {
            backAsked: string | null;
            base: string;
            canUndo: boolean;
            drawOffer: string | null;
            moved: {
                [key: string]: components["schemas"]["Piece"] | null;
            } | null;
            near: components["schemas"]["NearState"][];
            pending: components["schemas"]["DecideState"] | components["schemas"]["OverState"];
            ply: number;
            private: boolean;
            revision: number;
            salts: {
                [key: string]: string | null;
            };
            scene: components["schemas"]["SceneState"];
            secret: string | null;
            stuck: boolean;
            takeBack: string;
            takeBackWhy: string;
            thinking: boolean;
        };
        /**
         * PresenceMessage
         * @description Which seats are there, at which anybody sits, what he is called, and which have agreed to hints.
         */
        PresenceMessage: {
            hints: string[];
            listed: boolean;
            places: number;
            players: {
                [key: string]: string;
            };
            seats: {
                [key: string]: boolean;
            };
            taken: {
                [key: string]: boolean;
            };
            /** @enum {unknown} */
            type: "presence";
        };
        /**
         * Problem
         * @description Why a request was not granted.
         */
        Problem: {
            /** @default  */
            clause?: string;
            code: string;
            reason: string;
        };
        /**
         * ReachState
         * @description Where an answer over a continuum may lie, as an SVG path.
         */
        ReachState: {
            label: string;
            path: string;
        };
        /**
         * RecordOpened
         * @description Where a record is looked at: at its own address, or at that of the table where it was played, if that is here.
         */
        RecordOpened: {
            record: string;
            table: string | null;
        };
        /**
         * Rematch
         * @description Play again with the seats swapped, or (without a secret) not: when everybody would, a new table stands.
         */
        Rematch: {
            /** @default null */
            token?: string | null;
        };
        /**
         * RematchMessage
         * @description Somebody would play again, or would not, or all do.
         */
        RematchMessage: {
            rematch: components["schemas"]["RematchState"];
            /** @enum {unknown} */
            type: "rematch";
        };
        /**
         * RematchState
         * @description Who would play again, and where it goes on when all would.
         */
        RematchState: {
            seats: {
                [key: string]: string;
            };
            table: string | null;
            wants: string[];
        };
        /**
         * Resign
         * @description Give the game up; or, with `seat`, end it for a computer that cannot decide: that seat has then resigned.
         */
        Resign: {
            /** @description An id that the client makes: the same request again lands once. */
            key: string;
            /** @description The ply that the client saw. */
            ply: number;
            /** @description The revision that the client saw; it grows even when a choice is undone. */
            revision: number;
            /** @default null */
            seat?: string | null;
        };
        /**
         * Said
         * @description The line is on disk under this number.
         */
        Said: {
            line: number;
        };
        /**
         * Say
         * @description Say a line to the table.
         */
        Say: {
            /** @description An id that the client makes: the same request again lands once. */
            key: string;
            text: string;
        };
        /**
         * SceneState
         * @description A scene less what never changes, which is found under the digest `base`; `zones` are those that move.
         */
        SceneState: {
            height: number;
            layers: components["schemas"]["Layer"][];
            look: components["schemas"]["Box"] | null;
            panels: components["schemas"]["Panel"][];
            pieces: components["schemas"]["Piece"][];
            selectable: components["schemas"]["Selectable"][];
            text: string;
            title: string;
            width: number;
            zones: components["schemas"]["Zone"][];
        };
        /**
         * SeatKey
         * @description What the opener is told of a person's seat: the secret of a seat of his own, or the secret of the link by which a
         *         friend claims his. Exactly one of the two is there.
         */
        SeatKey: {
            invite: string | null;
            token: string | null;
        };
        /**
         * SeatState
         * @description Who sits where, and whether he is there now.
         */
        SeatState: {
            colour: string;
            kind: string;
            level: string;
            name: string;
            player: string;
            present: boolean;
            taken: boolean;
            title: string;
        };
        /**
         * Selectable
         * @description Option number `option` of the pending decision, and the thing that stands for it: a zone, piece or item.
         *
         *         Several selectables may share a target (then a client lists their labels); one without a target is a button.
         */
        Selectable: {
            /** @default [] */
            also?: string[];
            /** @default null */
            ghost?: components["schemas"]["Piece"] | null;
            label: string;
            /** @default false */
            leads?: boolean;
            /** @default  */
            notation?: string;
            /** @default  */
            odds?: string;
            option: number;
            /** @default  */
            path?: string;
            /** @default false */
            picks?: boolean;
            /** @default  */
            target?: string;
            /** @default  */
            to?: string;
            /** @default  */
            warns?: string;
        };
        /**
         * Snapshot
         * @description The whole table as one seat (or a spectator) may see it.
         */
        Snapshot: {
            backAsked: string | null;
            base: string;
            canUndo: boolean;
            chat: components["schemas"]["ChatLine"][];
            /** @default null */
            clock?: components["schemas"]["ClockState"] | null;
            commitment: string;
            createdAt: string;
            drawOffer: string | null;
            draws: boolean;
            game: string;
            hints: string[];
            listed: boolean;
            log: components["schemas"]["LogEntry"][];
            moved: {
                [key: string]: components["schemas"]["Piece"] | null;
            } | null;
            near: components["schemas"]["NearState"][];
            options: Record<string, unknown>;
            pending: components["schemas"]["DecideState"] | components["schemas"]["OverState"];
            places: number;
            ply: number;
            private: boolean;
            rematch: components["schemas"]["RematchState"];
            revision: number;
            salts: {
                [key: string]: string | null;
            };
            scene: components["schemas"]["SceneState"];
            seat: string | null;
            seats: components["schemas"]["SeatState"][];
            secret: string | null;
            stuck: boolean;
            table: string;
            takeBack: string;
            takeBackWhy: string;
            thinking: boolean;
            title: string;
        };
        /**
         * SnapshotMessage
         * @description The answer to `Hello`: the table now.
         */
        SnapshotMessage: {
            snapshot: components["schemas"]["Snapshot"];
            /** @enum {unknown} */
            type: "snapshot";
        };
        /**
         * Study
         * @description A game, judged. `done` is from 0 to 1; at 1 nothing more will come.
         */
        Study: {
            done: number;
            /** @default 0 */
            seconds?: number;
            turns: components["schemas"]["Judged"][];
        };
        /**
         * TableOpened
         * @description A table stands; a computer's seat has no secret.
         */
        TableOpened: {
            commitment: string;
            game: string;
            seats: {
                [key: string]: components["schemas"]["SeatKey"] | null;
            };
            table: string;
        };
        /**
         * TakeBack
         * @description Go back to one's last choice, past dice and other seats' turns, or ask the other player for it; or, with
         *         `answer`, grant or decline what the other player asks for.
         */
        TakeBack: {
            /** @default null */
            answer?: ("decline" | "grant") | null;
            /** @description An id that the client makes: the same request again lands once. */
            key: string;
            /** @description The ply that the client saw. */
            ply: number;
            /** @description The revision that the client saw; it grows even when a choice is undone. */
            revision: number;
        };
        /**
         * Thrown
         * @description What chance gave, to be shown: dice by their values, cards by what the game calls them.
         */
        Thrown: {
            /** @enum {unknown} */
            kind: "cards" | "dice";
            values: (number | string)[];
        };
        /**
         * Try
         * @description What the learner would do at a step of a lesson.
         */
        Try: {
            action: Record<string, unknown>;
        };
        /**
         * Undo
         * @description Take back the last choice.
         */
        Undo: {
            /** @description An id that the client makes: the same request again lands once. */
            key: string;
            /** @description The ply that the client saw. */
            ply: number;
            /** @default null */
            revision?: number | null;
        };
        /**
         * Use
         * @description A symbol of the scene, drawn here.
         */
        Use: {
            /** @enum {unknown} */
            kind: "use";
            /** @default 1 */
            opacity?: number;
            /** @default 0 */
            rotate?: number;
            /** @default 1 */
            scale?: number;
            symbol: string;
            x: number;
            y: number;
        };
        /**
         * Why
         * @description A question: may I, and if not, why not? The intent is a touch or an action.
         */
        Why: {
            intent: components["schemas"]["Intent"];
        };
        /**
         * Words
         * @description A line of text, its baseline at y.
         */
        Words: {
            /**
             * @default middle
             * @enum {unknown}
             */
            anchor?: "end" | "middle" | "start";
            /** @default false */
            bold?: boolean;
            /** @default #1c1c1c */
            fill?: string;
            /** @default  */
            halo?: string;
            /** @enum {unknown} */
            kind: "words";
            /** @default 1 */
            opacity?: number;
            /** @default 0 */
            rotate?: number;
            size: number;
            text: string;
            x: number;
            y: number;
        };
        /**
         * You
         * @description The one who opens the table sits here; a level, which a form may send along, means nothing.
         */
        You: {
            /** @enum {unknown} */
            kind: "you";
            /** @default null */
            level?: string | null;
            /**
             * @description What the player is called.
             * @default
             */
            name?: string;
        };
        /**
         * Zone
         * @description A place that can be chosen: a hollow, a hex, an island. Its outline shows only when it matters.
         */
        Zone: {
            /** @default true */
            fixed?: boolean;
            id: string;
            label: string;
            outline: components["schemas"]["Path"] | components["schemas"]["Disc"] | components["schemas"]["Box"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AddSalt = components['schemas']['AddSalt'];
export type AgreeHints = components['schemas']['AgreeHints'];
export type Answer = components['schemas']['Answer'];
export type AskHint = components['schemas']['AskHint'];
export type Base = components['schemas']['Base'];
export type Because = components['schemas']['Because'];
export type Box = components['schemas']['Box'];
export type BroughtRecord = components['schemas']['BroughtRecord'];
export type ChatLine = components['schemas']['ChatLine'];
export type ChatMessage = components['schemas']['ChatMessage'];
export type Claim = components['schemas']['Claim'];
export type Claimed = components['schemas']['Claimed'];
export type ClauseInfo = components['schemas']['ClauseInfo'];
export type ClockMessage = components['schemas']['ClockMessage'];
export type ClockState = components['schemas']['ClockState'];
export type ClockTerms = components['schemas']['ClockTerms'];
export type Computer = components['schemas']['Computer'];
export type DecideState = components['schemas']['DecideState'];
export type Disc = components['schemas']['Disc'];
export type Drag = components['schemas']['Drag'];
export type Dragged = components['schemas']['Dragged'];
export type DrawOffer = components['schemas']['DrawOffer'];
export type DrawOfferMessage = components['schemas']['DrawOfferMessage'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type Failure = components['schemas']['Failure'];
export type FreeState = components['schemas']['FreeState'];
export type Friend = components['schemas']['Friend'];
export type GameInfo = components['schemas']['GameInfo'];
export type Gradient = components['schemas']['Gradient'];
export type GuideEntry = components['schemas']['GuideEntry'];
export type GuideInfo = components['schemas']['GuideInfo'];
export type GuidePicture = components['schemas']['GuidePicture'];
export type Health = components['schemas']['Health'];
export type Hello = components['schemas']['Hello'];
export type Hint = components['schemas']['Hint'];
export type HintsAgreed = components['schemas']['HintsAgreed'];
export type Intent = components['schemas']['Intent'];
export type Item = components['schemas']['Item'];
export type Judged = components['schemas']['Judged'];
export type Landed = components['schemas']['Landed'];
export type Layer = components['schemas']['Layer'];
export type LessonInfo = components['schemas']['LessonInfo'];
export type LessonReply = components['schemas']['LessonReply'];
export type LessonStep = components['schemas']['LessonStep'];
export type LevelInfo = components['schemas']['LevelInfo'];
export type Listing = components['schemas']['Listing'];
export type LogEntry = components['schemas']['LogEntry'];
export type Message = components['schemas']['Message'];
export type Missed = components['schemas']['Missed'];
export type MomentMessage = components['schemas']['MomentMessage'];
export type NearState = components['schemas']['NearState'];
export type NewTable = components['schemas']['NewTable'];
export type NotAllowed = components['schemas']['NotAllowed'];
export type OpenTable = components['schemas']['OpenTable'];
export type OptionInfo = components['schemas']['OptionInfo'];
export type OptionState = components['schemas']['OptionState'];
export type OverState = components['schemas']['OverState'];
export type Panel = components['schemas']['Panel'];
export type PassOn = components['schemas']['PassOn'];
export type Path = components['schemas']['Path'];
export type Pattern = components['schemas']['Pattern'];
export type Piece = components['schemas']['Piece'];
export type PingMessage = components['schemas']['PingMessage'];
export type PlayOn = components['schemas']['PlayOn'];
export type Position = components['schemas']['Position'];
export type PresenceMessage = components['schemas']['PresenceMessage'];
export type Problem = components['schemas']['Problem'];
export type ReachState = components['schemas']['ReachState'];
export type RecordOpened = components['schemas']['RecordOpened'];
export type Rematch = components['schemas']['Rematch'];
export type RematchMessage = components['schemas']['RematchMessage'];
export type RematchState = components['schemas']['RematchState'];
export type Resign = components['schemas']['Resign'];
export type Said = components['schemas']['Said'];
export type Say = components['schemas']['Say'];
export type SceneState = components['schemas']['SceneState'];
export type SeatKey = components['schemas']['SeatKey'];
export type SeatState = components['schemas']['SeatState'];
export type Selectable = components['schemas']['Selectable'];
export type Snapshot = components['schemas']['Snapshot'];
export type SnapshotMessage = components['schemas']['SnapshotMessage'];
export type Study = components['schemas']['Study'];
export type TableOpened = components['schemas']['TableOpened'];
export type TakeBack = components['schemas']['TakeBack'];
export type Thrown = components['schemas']['Thrown'];
export type Try = components['schemas']['Try'];
export type Undo = components['schemas']['Undo'];
export type Use = components['schemas']['Use'];
export type Why = components['schemas']['Why'];
export type Words = components['schemas']['Words'];
export type You = components['schemas']['You'];
export type Zone = components['schemas']['Zone'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
