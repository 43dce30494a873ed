"""The bot's Discord client: logs in, resumes the tables, holds the cogs."""

import logging
from collections.abc import Mapping
from functools import partial
from typing import Any

import discord

from cogs.ai_players import AiPlayers
from cogs.balance import Balances
from cogs.bets import Bets
from cogs.clicks import Clicks
from cogs.coaching.coach import Coach
from cogs.coaching.judging import Judging
from cogs.coaching.workers import WorkerProcess
from cogs.daily import Daily
from cogs.discord_link import requests
from cogs.discord_link.connection import ConnectedBot
from cogs.discord_link.discord_time import DiscordTime
from cogs.discord_link.library import guard, set_api
from cogs.discord_link.loops import Loop, bounded
from cogs.discord_link.ownership import Ownership
from cogs.discord_link.payloads import InteractionGauges, counted
from cogs.discord_link.request_budget import RequestBudget
from cogs.duel import Duels
from cogs.help import Help
from cogs.history import Rounds
from cogs.host.settings import own_shards
from cogs.house import Admin
from cogs.interactions.admission import RateLimit
from cogs.interactions.answering import CUT_OFF_SECONDS
from cogs.interactions.desk import Desk
from cogs.interactions.house.ending import EndingDesk
from cogs.interactions.house.settings import SettingsDesk
from cogs.interactions.house.status import StatusReader
from cogs.interactions.press import Presses
from cogs.interactions.private_farewells import Farewells, OwnRounds
from cogs.language import Translator
from cogs.leaderboard import Leaders
from cogs.messages.board.timing import Timing
from cogs.messages.card_emojis import CardEmojis
from cogs.messages.display import Display, Reopening
from cogs.moves import Moves
from cogs.pages.setting_values import Defaults
from cogs.pause import Pause
from cogs.posts.announcements import Announcements
from cogs.posts.daily_posts import DailyPosts
from cogs.posts.duel_results import DuelResults
from cogs.practice import Practice
from cogs.privacy import Privacy
from cogs.review import Reviews
from cogs.rules import RuleBook
from cogs.share import Sharing
from cogs.sittings import Sittings
from cogs.startup.departures import Departures
from cogs.startup.registration import Invitation, Tree, register
from cogs.startup.tasks import BackgroundTasks
from cogs.stats import PlayerStatistics
from cogs.strategy import Strategy
from cogs.table import Tables
from cogs.verify import Verification
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.live.open_tables import House
from engine.live.table import TableContext
from engine.round.shoe import RandomBytes
from engine.table.channel_settings import Seconds

log = logging.getLogger(__name__)

STEP_SECONDS = 2.0
"""For a stop step that normally takes milliseconds."""

PAGES = {"link-privacy": "PRIVACY_URL", "link-terms": "TERMS_URL", "link-support": "SUPPORT_URL"}


class BlackjackBot(ConnectedBot):
    def __init__(
        self,
        bank: Bank,
        settings: Mapping[str, Any],
        *,
        clock: Clock,
        random_bytes: RandomBytes,
        invites: bool,
        gauges: InteractionGauges,
    ) -> None:
        set_api(settings["DISCORD_API_URL"])
        count, numbers = settings["SHARDS"], own_shards(settings)
        part = len(numbers) / count if numbers else 1.0
        discord_time = DiscordTime(clock)
        self.rate_limit = RateLimit(clock.now, discord_time, gauges)
        super().__init__(
            clock,
            RequestBudget(clock, settings["REQUESTS_PER_SECOND"], part),
            discord_time,
            take_turn=bank.take_turn,
            taken=self.rate_limit.answered,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            allowed_contexts=discord.app_commands.AppCommandContext(guild=True),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True, user=False),
            shard_count=count,
            shard_ids=numbers,  # None: all
        )
        bet, turn, join = (settings[f"{name}_SECONDS"] for name in ("BET", "TURN", "JOIN"))
        seconds = Seconds(bet=bet, turn=turn, join=join)
        timing = Timing(dealer=settings["DEALER_SECONDS"])
        self.ownership = Ownership(bank, clock, self._begin, self._leave, self.loops)
        guard(self)
        self.gauges = gauges
        self.bank = bank
        self.clock = clock
        self.background = BackgroundTasks(clock, self.loops)
        self.worker = WorkerProcess(clock)
        self.coach = Coach(bank, self.worker)
        self.card_emojis = CardEmojis(self, wanted=settings["CARD_PICTURES"])
        self.display = Display(
            self.wire,
            bank,
            clock=clock,
            emojis=self.card_emojis,
            timing=timing,
            reminder_seconds=settings["NUDGE_SECONDS"],
            shares=self.coach.shares,
        )
        context = TableContext(
            bank=bank,
            clock=clock,
            random_bytes=random_bytes,
            seconds=seconds,
            audience=self.display,
            steps=timing.dealer > 0,
        )
        self.house = house = House(bank, context, self._home_of, self._guild_of)
        by_book = self.display.achievements.judged_by_book
        self.judging = Judging(bank, self.coach, clock, self.loops, by_book)
        self.announcements = Announcements(self.wire, house)
        self.departures = Departures(self, house, bank, clock, self.loops)
        self.duels = DuelResults(self.wire, bank, house, clock, self.loops)
        posting = (self.wire, house, bank, clock, self.loops)
        self.daily_posts = DailyPosts(*posting, self.announcements)
        self._desk = Desk(house, bank, self.display, clock, discord_time.age, gauges)
        self._own_rounds = OwnRounds(self._desk, self.coach)
        self.farewells = Farewells(self._desk, self.wire, self._own_rounds)
        self._defaults = Defaults(seconds=seconds, card_pictures=settings["CARD_PICTURES"])
        self._pages = {name: settings[setting] for name, setting in PAGES.items()}
        self._invitation = Invitation(bank, wanted=invites)

    def _home_of(self, channel_id: int) -> int | None:
        """Return the id of a thread's parent or the channel's own; None if not cached."""
        channel = self.get_channel(channel_id)
        if channel is None:
            return None
        return channel.parent_id if isinstance(channel, discord.Thread) else channel_id

    def _guild_of(self, channel_id: int) -> int | None:
        guild = getattr(self.get_channel(channel_id), "guild", None)
        return guild and int(guild.id)

    async def setup_hook(self) -> None:
        """Add the cogs and claim the tables, between login and gateway."""
        await self._add_cogs()
        await self.ownership.start()

    async def _begin(self, is_caretaker: bool) -> None:
        resumed = await self.house.resume()
        await self.display.cleanup.recall({table.message.id for table in resumed})
        self._begin_background(is_caretaker=is_caretaker)
        # Before anyone can play: a crash could lose boards that are shown late.
        await self.card_emojis.looked()
        self.display.show_in_turn(resumed)
        self.departures.start()
        self.duels.start()
        self.daily_posts.start()
        if is_caretaker:
            self.judging.start()

    async def _leave(self) -> None:
        await self.house.leave()
        self.farewells.leave()
        await self.display.leave()
        await self.background.stop()
        await self.departures.stop()
        await self.duels.stop()
        await self.daily_posts.stop()
        await self.judging.stop()

    async def _add_cogs(self) -> None:
        desk = self._desk
        self._guide = guide = Help(desk, self.tree, self._pages)
        presses = Presses(desk.keep_open)
        # In the order of `/help`.
        for cog in (
            Tables(desk, self.farewells.send),
            AiPlayers(desk),
            Balances(desk),
            PlayerStatistics(desk, self.coach),
            Leaders(desk),
            Rounds(desk, self.coach),
            Sharing(desk),
            Verification(desk),
            RuleBook(desk),
            Strategy(desk, self.coach),
            Daily(desk, self.coach),
            Duels(desk, self.coach, self.duels),
            guide,
            Pause(desk),
            Privacy(desk, self._pages),
            Admin(
                desk,
                SettingsDesk(desk, self._defaults, self.announcements),
                EndingDesk(desk, self.announcements),
                StatusReader(desk, self.budget, self.judging, self.loops),
                self.announcements,
            ),
            Reviews(desk, self.coach),
            Sittings(desk, self._own_rounds, self.farewells),
            Practice(desk, self.coach),
            Bets(desk, self.farewells.send),
            Moves(desk),
            Clicks(desk, presses, self.rate_limit, self.ownership),
            Reopening(self.display),
            self.departures,
            self.daily_posts,
        ):
            await self.add_cog(cog)
            presses.add(cog)
        await self.tree.set_translator(Translator())

    def _begin_background(self, *, is_caretaker: bool) -> None:
        application = self.application_id or 0

        async def register_commands() -> None:
            self._guide.ids = await register(
                self.tree, application, self.bank, is_caretaker=is_caretaker
            )

        def is_to_be_deleted(channel_id: int, message_id: int) -> bool:
            """Return True if no other process may be using the message: it is this process's, or old."""
            if self.shard_ids is None or self.get_channel(channel_id) is not None:
                return True
            return is_caretaker and self.display.cleanup.is_old(message_id)

        pictures = partial(self.card_emojis.put_in_place, is_caretaker=is_caretaker)
        self.background.begin(Loop.COMMANDS, register_commands)
        self.background.begin(Loop.PICTURES, pictures)
        deleting = partial(self.display.cleanup.delete_all, is_to_be_deleted)
        self.background.begin(Loop.MESSAGES, deleting)
        if is_caretaker:
            at_start = partial(self._invitation.at_start, application)
            self.background.begin(Loop.INVITATION, at_start)

    async def on_online(self) -> None:
        """Log the invitation link if no server has the bot; may be called again."""
        if self.shard_ids is None:
            self._invitation.connected(self.application_id or 0, len(self.guilds))

    async def on_ready(self) -> None:
        log.info("the bot logged in as %s (%s open)", self.user, counted(len(self.house), "table"))

    async def _finish_answers(self) -> None:
        await self._desk.finish()
        self.ownership.hear_nothing()
        await self._desk.finish()  # refusals since then

    async def _finish_boards(self) -> None:
        try:
            await self.display.finish()
            await self.farewells.finish()
        finally:
            self.display.give_up()
            self.farewells.give_up()

    async def close(self) -> None:
        """Stop the bot in the order of `docs/tasks-and-threads.md`; tables resume at the next start.

        Each step has a timeout and runs even if an earlier one fails.
        """
        self.waits.stop()
        self._desk.answering.refuse()
        self.coach.refuse()
        hand, cut_off = requests.STOP_SECONDS, CUT_OFF_SECONDS
        for what, seconds, step in (
            ("claims of tables", STEP_SECONDS, self.ownership.stop),
            ("the search for servers that were left", STEP_SECONDS, self.departures.stop),
            ("results of duels", STEP_SECONDS, self.duels.stop),
            ("judging", STEP_SECONDS, self.judging.stop),
            ("commands in work", hand, self.house.stop),
            ("answers in hand", hand + 2 * cut_off, self._finish_answers),
            ("boards", 2 * hand, self._finish_boards),
            ("announcements", STEP_SECONDS, self.announcements.stop),
            ("daily posts", STEP_SECONDS, self.daily_posts.stop),
            ("background tasks", STEP_SECONDS, self.background.stop),
            ("the coach", STEP_SECONDS, self.coach.close),
            ("the bank", STEP_SECONDS, self.bank.close),
            ("the connections to Discord", STEP_SECONDS, super().close),
        ):
            await bounded(what, seconds, step())
