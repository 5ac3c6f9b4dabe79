<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Architecture</name>
    <message>
        <location filename="../ui/models/architecture_words.h" line="+13"/>
        <source>Generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Mixture of experts</source>
        <translation>混合专家</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>New</source>
        <translation>新增内容</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Sparse attention</source>
        <translation>稀疏注意力</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>State space</source>
        <translation>状态空间</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Vision</source>
        <translation>视觉</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Adapter input</source>
        <translation>适配器输入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Adapter size</source>
        <translation>适配器大小</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Attention chunk</source>
        <translation>注意力分块</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Attention heads of window layers</source>
        <translation>窗口层的注意力头数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Attention width</source>
        <translation>注意力宽度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Attention window</source>
        <translation>注意力窗口</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Blocks attended to</source>
        <translation>关注的块数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Cap of attention scores</source>
        <translation>注意力分数上限</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cap of logits</source>
        <translation>logits 上限</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Convolution length</source>
        <translation>卷积长度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Declared dtype</source>
        <translation>声明的数据类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Deepstack layers</source>
        <translation>Deepstack 层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Dense feed-forward size</source>
        <translation>稠密前馈大小</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Dense layers</source>
        <translation>稠密层</translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Dense layers at the beginning</source>
        <translation>开头的稠密层数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Every nth layer attends fully</source>
        <translation>每隔几层使用全注意力</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Every nth layer has experts</source>
        <translation>每隔几层含专家</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Expert feed-forward size</source>
        <translation>专家前馈大小</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <location line="-2"/>
        <source>Experts per token</source>
        <translation>每个token的专家数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Experts that do nothing</source>
        <translation>空操作专家数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Family</source>
        <translation>模型族</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Feed-forward size</source>
        <translation>前馈大小</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>File type</source>
        <translation>文件类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>First layer with experts</source>
        <translation>首个含专家的层</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Frames per patch</source>
        <translation>每个图块的帧数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Global layers</source>
        <translation>全局层</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Groups of experts</source>
        <translation>专家组数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Growth of queries</source>
        <translation>查询的增长</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Head dimension</source>
        <translation>头维度</translation>
    </message>
    <message>
        <location line="-4"/>
        <source>Head dimension of full layers</source>
        <translation>全注意力层的头维度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Head dimension of window layers</source>
        <translation>窗口层的头维度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Head dimension with positions</source>
        <translation>带位置的头维度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Head dimension without positions</source>
        <translation>不带位置的头维度</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Hidden size</source>
        <translation>隐藏层大小</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Image size</source>
        <translation>图像大小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Image token</source>
        <translation>图像token</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Index dimension</source>
        <translation>索引维度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Index heads</source>
        <translation>索引头数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Key dimension</source>
        <translation>键维度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Key heads</source>
        <translation>键头数</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Key-value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <location line="-2"/>
        <source>Key-value heads of full layers</source>
        <translation>全注意力层的键值头数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Key-value heads of window layers</source>
        <translation>窗口层的键值头数</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Key-value rank</source>
        <translation>键值秩</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Keys pooled</source>
        <translation>池化的键数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Latent size of experts</source>
        <translation>专家的潜在维度</translation>
    </message>
    <message>
        <location line="+25"/>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <location line="-22"/>
        <source>Layers for several tokens at once</source>
        <translation>一次预测多个token的层数</translation>
    </message>
    <message>
        <location line="-62"/>
        <source>Attentions that share an index</source>
        <translation>共用一个索引的注意力数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Candidate blocks</source>
        <translation>候选块</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>First tokens that are always attended to</source>
        <translation>始终关注的起始词元数</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Hashes of an n-gram</source>
        <translation>每个 n-gram 的哈希数</translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Keys and values of low rank</source>
        <translation>低秩键和值</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Last tokens that are always attended to</source>
        <translation>始终关注的末尾词元数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Layer that chooses candidates</source>
        <translation>选择候选的层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layer whose result is taken</source>
        <translation>取其结果的层</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>Layers with an index of their own</source>
        <translation>有自己索引的层</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Layers with keys and values of their own</source>
        <translation>有自己键和值的层</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Most tokens of a picture</source>
        <translation>每张图片的最多词元数</translation>
    </message>
    <message>
        <location line="+26"/>
        <source>Positions of a candidate block</source>
        <translation>候选块的位置数</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Projector</source>
        <translation>投影器</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>Rows of the tables</source>
        <translation>表的行数</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Second tower</source>
        <translation>第二塔</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>Tokens of the longest n-gram</source>
        <translation>最长 n-gram 的词元数</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Tower</source>
        <translation>塔</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Width of a row</source>
        <translation>行宽</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Width of the head</source>
        <translation>头宽</translation>
    </message>
    <message>
        <location line="-215"/>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>N-gram memory</source>
        <translation>n-gram 记忆</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Added vocabulary</source>
        <translation>附加词表大小</translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Experts of each layer</source>
        <translation>各层专家数</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Feed-forward size of dense layers</source>
        <translation>稠密层的前馈大小</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Feed-forward sizes</source>
        <translation>各前馈大小</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Frames merged</source>
        <translation>合并的帧数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Gate of full attention</source>
        <translation>全注意力的门控</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Hidden sizes</source>
        <translation>各级隐藏维度</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Key-value rank of window layers</source>
        <translation>窗口层键值秩</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Kind of attention</source>
        <translation>注意力种类</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Largest image</source>
        <translation>最大图像</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Layers of each resampler</source>
        <translation>每个重采样器的层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers of each stack</source>
        <translation>各栈层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers of the query transformer</source>
        <translation>查询变换器层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers of the second tower</source>
        <translation>第二视觉塔层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers per attention layer</source>
        <translation>每个注意力层对应的层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers per full attention layer</source>
        <translation>每个全注意力层对应的层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers per layer that looks at images</source>
        <translation>每隔多少层看一次图像</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers per residual block</source>
        <translation>每个残差块的层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers read</source>
        <translation>读取的层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers routed by token</source>
        <translation>按token路由的层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers that attend fully</source>
        <translation>全注意力层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers that cut patches</source>
        <translation>切分补丁的层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers that look at images</source>
        <translation>关注图像的层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers that read</source>
        <translation>读取的层数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers that share keys and values</source>
        <translation>共享键值的层</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers that write</source>
        <translation>写出的层数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Layers with full attention (counted from 1)</source>
        <translation>全注意力层（从 1 计）</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Layers with n-gram tables (counted from 1)</source>
        <translation>带 n-gram 表的层（从 1 起计）</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers with shared attention</source>
        <translation>带共享注意力的层</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Layout of projections</source>
        <translation>投影的布局</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Longest context</source>
        <translation>最长上下文</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Mel bins</source>
        <translation>梅尔频带数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Model type</source>
        <translation>模型类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Most new tokens</source>
        <translation>最多新token数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Norm epsilon</source>
        <translation>归一化 epsilon</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Norm of queries and keys</source>
        <translation>查询与键的归一化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Normalised queries and keys</source>
        <translation>归一化的查询与键</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Normalised weights</source>
        <translation>归一化的权重</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Not applied</source>
        <translation>未采用</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Not explained</source>
        <translation>无法解释</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Of another shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operators to be built</source>
        <translation>有待实现的算子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Output gate</source>
        <translation>输出门</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Output groups</source>
        <translation>输出组数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Output rank</source>
        <translation>输出秩</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Output size</source>
        <translation>输出大小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Parameters, if it were one</source>
        <translation>若属于该族时的参数量</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Passes through the fast layers</source>
        <translation>快速层的遍数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Passes through the layers</source>
        <translation>各层重复次数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Passes through the slow layers</source>
        <translation>慢速层的遍数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Patch size</source>
        <translation>图块大小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Patches kept</source>
        <translation>保留图块比例</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Patches merged per side</source>
        <translation>每边合并的图块数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Per-layer input size</source>
        <translation>每层输入大小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pixel shuffle</source>
        <translation>像素重排</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Position table</source>
        <translation>位置表</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Queries grow from position</source>
        <translation>查询从该位置起放大</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Query rank of window layers</source>
        <translation>窗口层查询秩</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Rank of adapters</source>
        <translation>适配器的秩</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rank of gated norms</source>
        <translation>门控归一化的秩</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Rank of the residual streams</source>
        <translation>残差流的秩</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Rows of an n-gram table per token</source>
        <translation>每个词元的 n-gram 表行数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rows of each n-gram table</source>
        <translation>每个 n-gram 表的行数</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Shared attention blocks</source>
        <translation>共享注意力块数</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Tokens of an n-gram</source>
        <translation>n-gram 的词元数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tokens per block</source>
        <translation>每块词元数</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Visual vocabulary</source>
        <translation>视觉词表大小</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Width of bytes</source>
        <translation>字节宽度</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Width of n-gram tables</source>
        <translation>n-gram 表宽度</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Width of the query transformer</source>
        <translation>查询变换器宽度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Width of the second tower</source>
        <translation>第二视觉塔宽度</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <location line="-92"/>
        <source>Position table height</source>
        <translation>位置表高度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Position table width</source>
        <translation>位置表宽度</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Pre-tokenizer</source>
        <translation>预分词器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Projector size</source>
        <translation>投影器大小</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Query rank</source>
        <translation>查询秩</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Query scale</source>
        <translation>查询缩放</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Remote code</source>
        <translation>远程代码</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Residual streams</source>
        <translation>残差流数</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Rotary base</source>
        <translation>旋转基数</translation>
    </message>
    <message>
        <location line="-2"/>
        <source>Rotary base of compressed layers</source>
        <translation>压缩层的旋转基数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rotary base of window layers</source>
        <translation>窗口层的旋转基数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Rotary dimensions</source>
        <translation>旋转维度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rotated part of a head</source>
        <translation>头中旋转的部分</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Scale of logits</source>
        <translation>logits 缩放</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Scale of values</source>
        <translation>值缩放</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Scale of weights</source>
        <translation>权重缩放</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Scaling</source>
        <translation>缩放方式</translation>
    </message>
    <message>
        <location line="-2"/>
        <source>Scaling factor</source>
        <translation>缩放系数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Scaling of full layers</source>
        <translation>全注意力层的缩放</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Sections (time, height, width)</source>
        <translation>分段（时间、高、宽）</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Selection</source>
        <translation>选择方式</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Shared expert feed-forward size</source>
        <translation>共享专家前馈大小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shared experts</source>
        <translation>共享专家数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Sliding window</source>
        <translation>滑动窗口</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>State size</source>
        <translation>状态大小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop token</source>
        <translation>停止token</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tensor types</source>
        <translation>张量类型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Tensors that fit</source>
        <translation>相符的张量</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tied head</source>
        <translation>共享输出头</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tiles</source>
        <translation>分块数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tokens attended to</source>
        <translation>关注的token数</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Value dimension</source>
        <translation>值维度</translation>
    </message>
    <message>
        <location line="-1"/>
        <source>Value dimension of window layers</source>
        <translation>窗口层的值维度</translation>
    </message>
    <message>
        <location line="-53"/>
        <source>Queries</source>
        <translation>查询数</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Rank of steps</source>
        <translation>步长的秩</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rank of the learned residual</source>
        <translation>学习残差的秩</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Reach of relative positions</source>
        <translation>相对位置的范围</translation>
    </message>
    <message>
        <location line="+46"/>
        <source>Value heads</source>
        <translation>值头数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Values are the keys (full layers)</source>
        <translation>值即键（全注意力层）</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Width of embeddings</source>
        <translation>嵌入宽度</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Width of relative positions</source>
        <translation>相对位置的宽度</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Window layers</source>
        <translation>窗口层</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>family description</source>
        <translation>模型族描述</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>tensors of the checkpoint</source>
        <translation>检查点中的张量</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>names and shapes</source>
        <translation>名称与形状</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>computed, not found</source>
        <translation>计算得出，并非读取</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>operator table</source>
        <translation>算子表</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>types of the tensors</source>
        <translation>张量的类型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>calculated</source>
        <translation>计算得出</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>named by the checkpoint; never run</source>
        <translation>由检查点指定；从不运行</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>all that the family asks for</source>
        <translation>该族所需的全部</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>greedy</source>
        <translation>贪心</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>drawn</source>
        <translation>随机抽取</translation>
    </message>
</context>
<context>
    <name>BackendText</name>
    <message>
        <location filename="../ui/models/backend_text.cpp" line="+22"/>
        <source>{tensors} tensors in {shards} shards, {bytes}</source>
        <translation>{shards} 个分片中共 {tensors} 个张量，{bytes}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{count} nodes online</source>
        <translation>{count} 个节点在线</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>TP {tp} x PP {pp} x DP {dp} over {count} ranks</source>
        <translation>TP {tp} × PP {pp} × DP {dp}，共 {count} 个 rank</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>TP {tp} x PP {pp} x DP {dp} over {count} rank</source>
        <translation>TP {tp} × PP {pp} × DP {dp}，共 {count} 个 rank</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>process {id}</source>
        <translation>进程 {id}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>one rank, no groups</source>
        <translation>单个 rank，无通信组</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{text}) over {link}</source>
        <translation>{text})，经由 {link}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{count} ranks talk, every result is exact</source>
        <translation>{count} 个 rank 可互通，所有结果精确</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>slowest pair {from} to {to} ({latency} us), narrowest {sender} to {receiver} ({bandwidth}/s).</source>
        <translation>最慢的一对为 {from} 到 {to}（{latency} µs），最窄的为 {sender} 到 {receiver}（{bandwidth}/s）。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{text} of {bytes} bytes gave a wrong result.</source>
        <translation>{bytes} 字节的 {text} 结果错误。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>One rank, nobody to talk to.</source>
        <translation>只有一个 rank，无需通信。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{files} files, {tensors} tensors, {bytes}</source>
        <translation>{files} 个文件，{tensors} 个张量，{bytes}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{slices} slices, {bytes}, layers {first} to {last} of {count}</source>
        <translation>{slices} 个切片，{bytes}，第 {first} 至 {last} 层（共 {count} 层）</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{used} of {capacity}</source>
        <translation>已用 {used}，共 {capacity}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>cache for {tokens} tokens</source>
        <translation>缓存可容纳 {tokens} 个token</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>operators {text}</source>
        <translation>算子 {text}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{bytes} in {slices} slices</source>
        <translation>{slices} 个切片，共 {bytes}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>pages of {bytes} of files given back</source>
        <translation>已归还 {bytes} 的文件页</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>first forward pass followed</source>
        <translation>已随同完成首次前向计算</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>text and image pass, all logits finite</source>
        <translation>文本与图像前向计算完成，logits 均为有限值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>text pass, all logits finite</source>
        <translation>文本前向计算完成，logits 均为有限值</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>answered {text}</source>
        <translation>回答为 {text}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>mean log probability {value}</source>
        <translation>平均对数概率 {value}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>a red disc: {text}</source>
        <translation>红色圆盘：{text}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>a blue square: {text}</source>
        <translation>蓝色方块：{text}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>the same {count} tokens alone and twice at once</source>
        <translation>单独运行与两路并发均得到相同的 {count} 个token</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>not applicable: the model has no vision</source>
        <translation>不适用：该模型没有视觉部分</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>uses every device</source>
        <translation>使用所有设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>one device stays idle</source>
        <translation>有一个设备空闲</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{count} devices stay idle</source>
        <translation>有 {count} 个设备空闲</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>tensor parallelism crosses nodes</source>
        <translation>张量并行跨节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>tensor parallelism inside a node</source>
        <translation>张量并行在节点内</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{count} replicas</source>
        <translation>{count} 个副本</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Rank {rank} is process {process} on {text}.</source>
        <translation>Rank {rank} 是 {text} 上的进程 {process}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rank {rank} on {node} ended ({text}).</source>
        <translation>{node} 上的 rank {rank} 已结束（{text}）。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rank {rank} has not answered for {seconds} s.</source>
        <translation>Rank {rank} 已有 {seconds} 秒没有应答。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The agent of {text} is ready.</source>
        <translation>{text} 的代理已就绪。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>All ranks of the failed deployment have ended.</source>
        <translation>失败的部署的所有 rank 均已结束。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The deployment was stopped in order.</source>
        <translation>部署已按序停止。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{text} is ready.</source>
        <translation>{text} 已就绪。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Not every rank has said that it ended; their agents end them with themselves.</source>
        <translation>并非所有 rank 都报告已结束；其代理退出时会一并结束它们。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The store can be written again; {count} records were lost.</source>
        <translation>存储已恢复可写；丢失了 {count} 条记录。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>A picture of {width} x {height}</source>
        <translation>{width} × {height} 的图片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{tokens} tokens, one tile, resized to {width} x {height}</source>
        <translation>{tokens} 个token，一块，缩放到 {width} × {height}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{tokens} tokens, {tiles} tiles, resized to {width} x {height}</source>
        <translation>{tokens} 个token，{tiles} 块，缩放到 {width} × {height}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Compared with {text}</source>
        <translation>与 {text} 比较</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>config.json: no family reads it</source>
        <translation>config.json：没有模型族读取它</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>config.json: read for {text}, not here</source>
        <translation>config.json：{text} 会读取，此处不会</translation>
    </message>
    <message>
        <location line="+55"/>
        <source>%1: %2</source>
        <comment>a rank and what it found</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>; </source>
        <comment>between parts of a sentence</comment>
        <translation>；</translation>
    </message>
    <message>
        <location line="+30"/>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Stage “%1” began.</source>
        <translation>阶段“%1”开始。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Stage “%1”: %2</source>
        <translation>阶段“%1”：%2</translation>
    </message>
    <message>
        <location line="+21"/>
        <source>The fullest device is filled to %1</source>
        <translation>最满的设备占用 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <location filename="../backend/api/failure_reasons.h" line="+25"/>
        <source>{path} does not exist or cannot be read: {detail}.</source>
        <translation>{path} 不存在或无法读取：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Check the path and its permissions.</source>
        <translation>请检查路径及其权限。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{file} is not valid: {detail}.</source>
        <translation>{file} 无效：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Download or convert this file again.</source>
        <translation>请重新下载或重新转换该文件。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Missing in {path}: {file}.</source>
        <translation>{path} 中缺少：{file}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Download {file} into the checkpoint folder and open it again.</source>
        <translation>请将 {file} 下载到检查点文件夹，然后重新打开。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>{file} is cut off: its header promises {expected_bytes} bytes, it has {found_bytes}.</source>
        <translation>{file} 不完整：文件头声明 {expected_bytes} 字节，实际只有 {found_bytes} 字节。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Download {file} again; the copy stopped early.</source>
        <translation>请重新下载 {file}；上次复制提前中断。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{file} changed while it was being read.</source>
        <translation>{file} 在读取过程中发生了变化。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Wait until nothing writes to the checkpoint folder, then start again.</source>
        <translation>请等到没有程序再写入检查点文件夹，然后重新启动。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{path} has no weights that can be read: {detail}.</source>
        <translation>{path} 中没有可读取的权重：{detail}。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>{path} holds {count} models: {files}.</source>
        <translation>{path} 中有 {count} 个模型：{files}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open the file of one of them.</source>
        <translation>请打开其中一个模型的文件。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{file} is refused: {detail}.</source>
        <translation>已拒绝 {file}：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Take the weights as safetensors, or save them again as a plain dictionary of tensors.</source>
        <translation>请使用 safetensors 格式的权重，或将其重新保存为普通的张量字典。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>{file} is read in part: {detail}.</source>
        <translation>{file} 仅读取了一部分：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Save the model alone if something else of it was meant.</source>
        <translation>如果需要的是其中的其他内容，请单独保存模型。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tensors of {file} cannot be loaded as they are stored: {detail}.</source>
        <translation>{file} 中的张量无法按其存储方式加载：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Convert the checkpoint to safetensors.</source>
        <translation>请将检查点转换为 safetensors 格式。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{file} and the shards do not agree: {detail}.</source>
        <translation>{file} 与分片不一致：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Take the index file and all shards from one download.</source>
        <translation>请使用同一次下载得到的索引文件和全部分片。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{tensor} is in {first_file} and again in {second_file}.</source>
        <translation>{tensor} 在 {first_file} 和 {second_file} 中重复出现。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Remove the file that does not belong to this checkpoint.</source>
        <translation>请移除不属于该检查点的文件。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{file} is in the folder and not part of this checkpoint.</source>
        <translation>{file} 位于文件夹中，但不属于此检查点。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>It is left out, which is right unless its tensors were meant; then take the index that belongs to it.</source>
        <translation>该文件未被使用；除非需要其中的张量，否则无需处理。如需要，请使用包含它的索引。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>{file} looks damaged: {detail}.</source>
        <translation>{file} 疑似损坏：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Compare its checksum with the source, or download it again.</source>
        <translation>请与来源比对校验和，或重新下载。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>{file} cannot be used: {detail}.</source>
        <translation>{file} 无法使用：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Take {file} from the source of the model again.</source>
        <translation>请从模型的发布源重新获取 {file}。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The family description {file} is not valid at {where}: {detail}.</source>
        <translation>模型家族描述 {file} 在 {where} 处无效：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>{fix}.</source>
        <translation>{fix}。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{count} expected tensors are missing, the first is {tensor}.</source>
        <translation>缺少 {count} 个应有的张量，第一个是 {tensor}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Compare the checkpoint with its source; a shard or a conversion step is missing.</source>
        <translation>请将检查点与其来源比对；可能缺少某个分片或某个转换步骤。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{tensor} is {found}, the configuration asks for {expected}.</source>
        <translation>{tensor} 为 {found}，而配置要求 {expected}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>config.json and the weights are of different models or versions; take both from one source.</source>
        <translation>config.json 与权重来自不同的模型或版本；请从同一来源获取两者。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>{count} tensors are not explained by the family {family}, the first is {tensor}.</source>
        <translation>有 {count} 个张量在模型家族 {family} 中没有定义，第一个是 {tensor}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>They are not loaded; check whether this is a newer version of the model.</source>
        <translation>这些张量不会被加载；请确认这是否为该模型的较新版本。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>{count} stacked expert tensors can be read in two ways, the first is {tensor}: {detail}.</source>
        <translation>有 {count} 个堆叠的专家张量存在两种解读方式，第一个是 {tensor}：{detail}。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>If answers are nonsense, convert the checkpoint with the reference implementation.</source>
        <translation>如果回答毫无意义，请用参考实现转换该检查点。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{file} is not in the folder: {detail}.</source>
        <translation>文件夹中没有 {file}：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Download {file} from the source of the model.</source>
        <translation>请从模型的发布源下载 {file}。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>There is no chat template: the model is given plain text to go on with.</source>
        <translation>没有聊天模板：模型得到的是供其续写的纯文本。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>That is right for a base model. If this one is to chat, get its chat template (for a folder chat_template.jinja) from the source of the model.</source>
        <translation>对基础模型来说这是正确的。若此模型用于聊天，请从模型来源获取其聊天模板（对文件夹而言是 chat_template.jinja）。</translation>
    </message>
    <message>
        <location line="+21"/>
        <location line="+5"/>
        <source>This model cannot be run yet: {detail}.</source>
        <translation>暂时无法运行该模型：{detail}。</translation>
    </message>
    <message>
        <location line="+27"/>
        <source>Choose another layout: page Plan, or firstlightctl plan, shows what fits.</source>
        <translation>请选择其他布局：“规划”页或 firstlightctl plan 会显示可容纳的布局。</translation>
    </message>
    <message>
        <location line="+43"/>
        <source>Stop it first: page Bring-up, or firstlightctl down.</source>
        <translation>请先停止它：“启动”页，或 firstlightctl down。</translation>
    </message>
    <message>
        <location line="+35"/>
        <source>Start one (page Bring-up, or firstlightctl up) and wait until it is ready.</source>
        <translation>请启动一个（“启动”页，或 firstlightctl up），并等待其就绪。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Start one: page Bring-up, or firstlightctl up.</source>
        <translation>请启动一个：“启动”页，或 firstlightctl up。</translation>
    </message>
    <message>
        <location line="-82"/>
        <source>The layout is not possible: {detail}.</source>
        <translation>该布局不可行：{detail}。</translation>
    </message>
    <message>
        <location line="-116"/>
        <source>Choose the folder that holds the weights (*.safetensors, *.gguf, *.bin, *.pth, *.distcp), one of its files, or a config.json alone.</source>
        <translation>请选择存放权重（*.safetensors、*.gguf、*.bin、*.pth、*.distcp）的文件夹、其中一个文件，或单独的 config.json。</translation>
    </message>
    <message>
        <location line="+32"/>
        <source>The download of {file} has not ended: {detail}.</source>
        <translation>{file} 尚未下载完：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Let the program that downloads it go on where it stopped (hf download, aria2c -c, wget -c), then open the folder again.</source>
        <translation>请让下载程序从中断处继续（hf download、aria2c -c、wget -c），然后重新打开该文件夹。</translation>
    </message>
    <message>
        <location line="+34"/>
        <source>The metadata of {file} has no usable {key}: {detail}.</source>
        <translation>{file} 的元数据中没有可用的 {key}：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Convert the model again with a current converter, or take another file of it.</source>
        <translation>请用最新的转换工具重新转换模型，或使用该模型的另一个文件。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The tokenizer and the model do not seem to belong together: {detail}.</source>
        <translation>分词器与模型似乎不是一套：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Take the tokenizer&apos;s files from the same download as the weights.</source>
        <translation>请使用与权重同一次下载的分词器文件。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{file} says {expected}, but most weights are stored as {found}.</source>
        <translation>{file} 声明为 {expected}，但大多数权重以 {found} 存储。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Weights are used as they are stored; check that this is the version that was meant.</source>
        <translation>权重按存储的类型使用；请确认这就是所需的版本。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>{file} says that the head is tied to the embedding, but {tensor} differs from {other}.</source>
        <translation>{file} 声明输出头与嵌入共享，但 {tensor} 与 {other} 不同。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The head of the files is used; some engines would use the embedding and answer otherwise. Correct tie_word_embeddings.</source>
        <translation>使用文件中的输出头；有些引擎会改用嵌入，回答会不同。请更正 tie_word_embeddings。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>See the table of operators (page Model, tab Coverage, or firstlightctl inspect) for what is missing.</source>
        <translation>缺少什么，请看算子表（“模型”页的“覆盖情况”标签，或 firstlightctl inspect）。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>The report compares it with the nearest families. A file in {directory} that describes it is enough where no operator is missing (resources/families/README.md).</source>
        <translation>报告中有与最接近的模型系列的比较。若不缺算子，只需在 {directory} 中放一个描述它的文件（见 resources/families/README.md）。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The checkpoint is compared with a description of your own, {file}.</source>
        <translation>检查点是按您自己的描述 {file} 来比较的。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Where tensors seem to be missing, new or of another shape, look for the mistake there first.</source>
        <translation>若张量看似缺失、多出或形状不同，请先在该描述中找错误。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The description of the family {family} does not suit the engine: {detail}.</source>
        <translation>模型系列 {family} 的描述不适合引擎：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Correct the description; resources/families/README.md lists roles and shapes.</source>
        <translation>请更正该描述；resources/families/README.md 列出了角色和形状。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>{file} sets {settings}; the family {family} does not look at that.</source>
        <translation>{file} 设置了 {settings}；模型系列 {family} 不读取这些设置。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>If it changes what the model computes, answers will be wrong: compare some with the publisher&apos;s, or describe a family that reads it (resources/families/README.md).</source>
        <translation>如果它改变模型的计算，回答就会出错：请与发布者的示例比较，或描述一个读取它的模型系列（见 resources/families/README.md）。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Pictures cannot be prepared for this model: {detail}.</source>
        <translation>无法为此模型准备图片：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>If its processor is a known kind under another name, write that name as image_processor_type into {file}; otherwise serve it with an engine that runs its own processor (driver vllm).</source>
        <translation>如果它的处理器是已知种类的另一个名称，请在 {file} 中把已知名称写作 image_processor_type；否则请用会运行其自带处理器的引擎（vllm 驱动）提供服务。</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Rank {rank} needs {needed} and its device has {capacity}.</source>
        <translation>Rank {rank} 需要 {needed}，而其设备只有 {capacity}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Use more devices, a shorter context or fewer sequences.</source>
        <translation>请使用更多设备、更短的上下文或更少的序列数。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>{program} could not be started: {detail}.</source>
        <translation>无法启动 {program}：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Install Firstlight completely; all its programs belong into one folder.</source>
        <translation>请完整安装 Firstlight；它的所有程序必须位于同一文件夹。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Rank {rank} on {node} ended unexpectedly ({how}).</source>
        <translation>{node} 上的 rank {rank} 意外结束（{how}）。</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+7"/>
        <source>Read its last log lines, then start the deployment again.</source>
        <translation>请查看其最后几行日志，然后重新启动部署。</translation>
    </message>
    <message>
        <location line="-5"/>
        <source>Rank {rank} on {node} has not answered for {seconds} s.</source>
        <translation>{node} 上的 rank {rank} 已有 {seconds} 秒没有响应。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Look at that process (is it stopped or swapping?), then start the deployment again.</source>
        <translation>请检查该进程（是否被暂停或正在换页？），然后重新启动部署。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The connection to rank {rank} on {node} broke: {detail}.</source>
        <translation>与 {node} 上的 rank {rank} 的连接已中断：{detail}。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The agent of {node} is gone ({how}).</source>
        <translation>{node} 的代理已消失（{how}）。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A new agent is started with the next deployment; check the node if it happens again.</source>
        <translation>下次部署时会启动新的代理；如果再次发生，请检查该节点。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The controller is gone ({how}).</source>
        <translation>控制器已消失（{how}）。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Start it again; its agents and workers end by themselves.</source>
        <translation>请重新启动控制器；它的代理和工作进程会自行结束。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No controller is running for {path}.</source>
        <translation>没有为 {path} 运行的控制器。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Start one with &quot;firstlightctl up DIR&quot; or the console.</source>
        <translation>请用“firstlightctl up DIR”或控制台启动一个。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The controller could not be started: {detail}</source>
        <translation>无法启动控制器：{detail}</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Correct that and start it again.</source>
        <translation>请修正该问题，然后重新启动。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The controller did not answer in time ({how}).</source>
        <translation>控制器没有及时响应（{how}）。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Try again; if it repeats, look at that process and its log.</source>
        <translation>请重试；如果再次出现，请检查该进程及其日志。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{deployment} is not ready yet: it is in stage &quot;{stage}&quot;.</source>
        <translation>{deployment} 尚未就绪：正处于“{stage}”阶段。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>It goes on: &quot;firstlightctl status&quot; shows it, &quot;firstlightctl down&quot; ends it.</source>
        <translation>它仍在继续：用“firstlightctl status”查看，用“firstlightctl down”结束。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{address} is already in use: {detail}.</source>
        <translation>{address} 已被占用：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>End the program that holds it, or choose another address with --listen.</source>
        <translation>请结束占用该地址的程序，或用 --listen 指定其他地址。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Deployment {deployment} is still running.</source>
        <translation>部署 {deployment} 仍在运行。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Stage {stage} made no progress for {seconds} s; waiting for {who}.</source>
        <translation>阶段 {stage} 已有 {seconds} 秒没有进展；正在等待 {who}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Look at the logs of {who}, then start the deployment again.</source>
        <translation>请查看 {who} 的日志，然后重新启动部署。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Rank {rank} did not come to the rendezvous within {seconds} s.</source>
        <translation>Rank {rank} 未在 {seconds} 秒内完成会合。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Look at the log of that rank, then start the deployment again.</source>
        <translation>请查看该 rank 的日志，然后重新启动部署。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>{operation} number {sequence} of {communicator} timed out after {seconds} s; missing: rank {missing}.</source>
        <translation>{communicator} 的第 {sequence} 次 {operation} 在 {seconds} 秒后超时；缺席：rank {missing}。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Look at the missing rank first; the others only waited for it.</source>
        <translation>请先检查缺席的 rank；其他 rank 只是在等待它。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Ranks of {communicator} disagree about operation {sequence}: {detail}.</source>
        <translation>{communicator} 的各 rank 对第 {sequence} 次操作不一致：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>All ranks must run the same program and plan; start the deployment again.</source>
        <translation>所有 rank 必须运行相同的程序和规划；请重新启动部署。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stopped because of another failure: {detail}.</source>
        <translation>因另一处故障而停止：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Look at the first failure of the deployment.</source>
        <translation>请查看该部署的第一处故障。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The {probe} probe failed: {detail}.</source>
        <translation>{probe} 探测失败：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Do not use this deployment; compare the checkpoint, its tokenizer and its template with the source.</source>
        <translation>请勿使用该部署；请将检查点及其分词器和模板与来源比对。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Rank {rank} could not allocate {bytes} bytes for {memory_class}.</source>
        <translation>Rank {rank} 无法为 {memory_class} 分配 {bytes} 字节。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Free memory on the device, or plan for a shorter context.</source>
        <translation>请释放设备内存，或按更短的上下文重新规划。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>No deployment is serving.</source>
        <translation>没有正在提供服务的部署。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>There is no deployment {deployment}.</source>
        <translation>部署 {deployment} 不存在。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The request is not valid: {detail}.</source>
        <translation>请求无效：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Correct it and send it again.</source>
        <translation>请修正后重新发送。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The prompt has {tokens} tokens; at most {limit} fit.</source>
        <translation>提示词有 {tokens} 个 token，最多可容纳 {limit} 个。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shorten the conversation, or plan for a longer context.</source>
        <translation>请缩短对话，或按更长的上下文重新规划。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{count} requests are already waiting.</source>
        <translation>已有 {count} 个请求在排队。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Send the request again a little later.</source>
        <translation>请稍后重新发送请求。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Image {number} was not accepted: {detail}.</source>
        <translation>图片 {number} 未被接受：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Send a PNG, JPEG, WebP, BMP or GIF picture within the limits.</source>
        <translation>请发送符合限制的 PNG、JPEG、WebP、BMP 或 GIF 图片。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Image {number} is too large: {detail}.</source>
        <translation>图片 {number} 太大：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Make the picture smaller, or save it as JPEG or WebP, and send it again.</source>
        <translation>请缩小图片，或另存为 JPEG 或 WebP，然后重新发送。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The chat template could not be used: {detail}.</source>
        <translation>无法使用对话模板：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Check chat_template.jinja of the checkpoint; change the conversation if the template refused it.</source>
        <translation>请检查检查点中的 chat_template.jinja；如果是模板拒绝了对话，请修改对话。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>The answer was interrupted: {detail}.</source>
        <translation>回答被中断：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Start the deployment again and repeat the question.</source>
        <translation>请重新启动部署，然后重新提问。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The store {path} cannot be written: {detail}.</source>
        <translation>无法写入存储 {path}：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Free space there; serving goes on, and recording resumes by itself.</source>
        <translation>请在该处释放空间；服务会继续，记录会自动恢复。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>{file} could not be written: {detail}.</source>
        <translation>{file} 无法写入：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Choose another place for it.</source>
        <translation>请为它选择其他位置。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The folder {path} cannot be used: {detail}.</source>
        <translation>无法使用文件夹 {path}：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Correct its permissions or free space there, or choose another one with --runtime-dir or --state-dir.</source>
        <translation>请修正其权限或释放空间，或用 --runtime-dir 或 --state-dir 另选一个。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The store {path} cannot be read: {detail}.</source>
        <translation>无法读取存储 {path}：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move it away, or start with --discard-state to lose its history.</source>
        <translation>请将其移走，或用 --discard-state 启动（会丢失历史记录）。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>This program is version {ours}, the other side is {theirs}.</source>
        <translation>本程序的版本为 {ours}，对端的版本为 {theirs}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Install the same version on both sides.</source>
        <translation>请在两端安装相同的版本。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The access token was not accepted.</source>
        <translation>访问令牌未被接受。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect with the profile of this controller.</source>
        <translation>请使用该控制器的连接配置进行连接。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Something inside Firstlight went wrong: {detail}.</source>
        <translation>Firstlight 内部出错：{detail}。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Export a report and send it to the developers.</source>
        <translation>请导出报告并发送给开发者。</translation>
    </message>
</context>
<context>
    <name>Formatter</name>
    <message>
        <location filename="../ui/models/formatting.cpp" line="+69"/>
        <source>%1 %</source>
        <comment>a percentage</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <location line="+27"/>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <location line="-9"/>
        <location line="+12"/>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>unknown</source>
        <comment>age of a value</comment>
        <translation>未知</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>now</source>
        <comment>age of a value</comment>
        <translation>刚刚</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 s ago</source>
        <translation>%1 秒前</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <location filename="../ui/models/inspection.cpp" line="+26"/>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <location line="+43"/>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <location line="-42"/>
        <location line="+59"/>
        <source>CPU busy</source>
        <translation>CPU 占用</translation>
    </message>
    <message>
        <location line="-58"/>
        <source>Memory free</source>
        <translation>空闲内存</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operating system</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cores</source>
        <translation>核心数</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+44"/>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location line="-43"/>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Usual duration</source>
        <translation>通常耗时</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stall limit</source>
        <translation>停滞上限</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Found</source>
        <translation>结果</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Ended because</source>
        <translation>结束原因</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Process id</source>
        <translation>进程 ID</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>TP %1, PP %2, DP %3</source>
        <translation>TP %1，PP %2，DP %3</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Resident</source>
        <translation>常驻内存</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Work</source>
        <translation>工作量</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>KV tokens</source>
        <translation>KV token 数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Generated tokens</source>
        <translation>生成 token 数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Prompt tokens</source>
        <translation>提示词 token 数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Communicator %1</source>
        <translation>通信组 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>idle after number %1</source>
        <translation>空闲，已完成第 %1 次</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>in %1, number %2</source>
        <translation>正在执行 %1，第 %2 次</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tensor slices</source>
        <translation>张量切片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Estimated memory</source>
        <translation>估算内存</translation>
    </message>
</context>
<context>
    <name>NextStep</name>
    <message>
        <location filename="../ui/models/next_step.cpp" line="+104"/>
        <source>Show logs</source>
        <translation>查看日志</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Show log of %1</source>
        <translation>查看 %1 的日志</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Go to Model</source>
        <translation>前往“模型”</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to Plan</source>
        <translation>前往“规划”</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to Bring-up</source>
        <translation>前往“启动”</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to Cluster</source>
        <translation>前往“集群”</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to Reports</source>
        <translation>前往“报告”</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <location filename="../app/console/console_session.cpp" line="+80"/>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Bring-up</source>
        <translation>启动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Comm</source>
        <translation>通信</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Reports</source>
        <translation>报告</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>RoleGroup</name>
    <message>
        <location filename="../ui/pages/shard_colors.h" line="+18"/>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>router</source>
        <translation>路由</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>vision</source>
        <translation>视觉</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>norms and others</source>
        <translation>归一化及其他</translation>
    </message>
</context>
<context>
    <name>ShardTree</name>
    <message>
        <location filename="../ui/pages/shard_tree.cpp" line="+32"/>
        <source>vision</source>
        <translation>视觉</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>vision layer %1</source>
        <translation>视觉层 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>outside the layers</source>
        <translation>层外</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>%1
%2, slice %3 of %4
%5, %6
%7</source>
        <translation>%1
%2，切片 %3 / %4
%5，%6
%7</translation>
    </message>
    <message>
        <location line="+39"/>
        <source>all nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>unknown node</source>
        <translation>未知节点</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <location filename="../ui/models/words.cpp" line="+19"/>
        <location line="+70"/>
        <location line="+29"/>
        <location line="+17"/>
        <location line="+17"/>
        <location line="+17"/>
        <location line="+15"/>
        <location line="+13"/>
        <location line="+15"/>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <location line="-191"/>
        <source>Preflight</source>
        <comment>deployment stage</comment>
        <translation>预检</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Plan</source>
        <comment>deployment stage</comment>
        <translation>规划</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Launch</source>
        <comment>deployment stage</comment>
        <translation>拉起进程</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Rendezvous</source>
        <comment>deployment stage</comment>
        <translation>会合</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Comm check</source>
        <comment>deployment stage</comment>
        <translation>通信检查</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Read metadata</source>
        <comment>deployment stage</comment>
        <translation>读取元数据</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Validate</source>
        <comment>deployment stage</comment>
        <translation>校验</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Allocate</source>
        <comment>deployment stage</comment>
        <translation>分配内存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stream weights</source>
        <comment>deployment stage</comment>
        <translation>加载权重</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Release host cache</source>
        <comment>deployment stage</comment>
        <translation>释放主机缓存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Warm up</source>
        <comment>deployment stage</comment>
        <translation>预热</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Text probe</source>
        <comment>deployment stage</comment>
        <translation>文本探测</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Image probe</source>
        <comment>deployment stage</comment>
        <translation>图像探测</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Repeatability probe</source>
        <comment>deployment stage</comment>
        <translation>可复现探测</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Serving</source>
        <comment>deployment stage</comment>
        <translation>服务中</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Draining</source>
        <comment>deployment stage</comment>
        <translation>排空中</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stopped</source>
        <comment>deployment stage</comment>
        <translation>已停止</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Failed</source>
        <comment>deployment stage</comment>
        <translation>失败</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Prepare and launch</source>
        <comment>phase of a bring-up</comment>
        <translation>准备与拉起</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Connect</source>
        <comment>phase of a bring-up</comment>
        <translation>连接</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Read and validate</source>
        <comment>phase of a bring-up</comment>
        <translation>读取与校验</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Allocate</source>
        <comment>phase of a bring-up</comment>
        <translation>分配</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Load weights</source>
        <comment>phase of a bring-up</comment>
        <translation>加载权重</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Warm up</source>
        <comment>phase of a bring-up</comment>
        <translation>预热</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Probes</source>
        <comment>phase of a bring-up</comment>
        <translation>探测</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Weights</source>
        <comment>memory class</comment>
        <translation>权重</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>KV cache</source>
        <comment>memory class</comment>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>State</source>
        <comment>memory class: recurrent state</comment>
        <translation>循环状态</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Activations</source>
        <comment>memory class</comment>
        <translation>激活</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Workspace</source>
        <comment>memory class</comment>
        <translation>工作区</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Communication</source>
        <comment>memory class</comment>
        <translation>通信</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Vision</source>
        <comment>memory class</comment>
        <translation>视觉</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Graphs</source>
        <comment>memory class: captured device graphs</comment>
        <translation>设备图</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Reserved</source>
        <comment>memory class: pool slack</comment>
        <translation>预留</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Other process</source>
        <comment>memory class</comment>
        <translation>其他进程</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Debug</source>
        <comment>log level</comment>
        <translation>调试</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Info</source>
        <comment>log level</comment>
        <translation>信息</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Warning</source>
        <comment>log level</comment>
        <translation>警告</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Error</source>
        <comment>log level</comment>
        <translation>错误</translation>
    </message>
    <message>
        <location line="+11"/>
        <location line="+17"/>
        <source>Starting</source>
        <comment>node or rank</comment>
        <translation>启动中</translation>
    </message>
    <message>
        <location line="-15"/>
        <location line="+90"/>
        <source>Online</source>
        <translation>在线</translation>
    </message>
    <message>
        <location line="-88"/>
        <location line="+17"/>
        <source>Late</source>
        <comment>node or rank that has not answered in time</comment>
        <translation>响应超时</translation>
    </message>
    <message>
        <location line="-15"/>
        <source>Lost</source>
        <comment>node</comment>
        <translation>失联</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Running</source>
        <comment>rank</comment>
        <translation>运行中</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Exited</source>
        <comment>rank</comment>
        <translation>已退出</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Planned</source>
        <comment>slice</comment>
        <translation>已规划</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Allocated</source>
        <comment>slice</comment>
        <translation>已分配</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Loaded</source>
        <comment>slice</comment>
        <translation>已加载</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>CUDA (untested)</source>
        <translation>CUDA（未经测试）</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Yes</source>
        <comment>verdict</comment>
        <translation>是</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Partly</source>
        <comment>verdict</comment>
        <translation>部分</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No</source>
        <comment>verdict</comment>
        <translation>否</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>Fast</source>
        <comment>operator support</comment>
        <translation>快速</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Fallback</source>
        <comment>operator support</comment>
        <translation>回退</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Missing</source>
        <comment>operator support</comment>
        <translation>缺失</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Degraded</source>
        <comment>connection</comment>
        <translation>降级</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Offline</source>
        <comment>connection</comment>
        <translation>离线</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>System</source>
        <comment>chat role</comment>
        <translation>系统</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>You</source>
        <comment>chat role: the user</comment>
        <translation>你</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Model</source>
        <comment>chat role: the model&apos;s answer</comment>
        <translation>模型</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>complete</source>
        <comment>why an answer ended</comment>
        <translation>已完成</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>length limit reached</source>
        <comment>why an answer ended</comment>
        <translation>达到长度上限</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>stopped by you</source>
        <comment>why an answer ended</comment>
        <translation>被你停止</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>ended</source>
        <comment>why an answer ended</comment>
        <translation>已结束</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
</context>
<context>
    <name>firstlight::console::ConsoleSession</name>
    <message>
        <location filename="../app/console/console_session.cpp" line="+57"/>
        <source>%1 runs under the console&apos;s own controller and ends with it.</source>
        <translation>%1 由控制台自带的控制器运行，会随之一起结束。</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ActionSet</name>
    <message>
        <location filename="../ui/shell/action_set.cpp" line="+139"/>
        <source>Open a checkpoint folder…</source>
        <translation>打开检查点文件夹…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Bring up the demo model</source>
        <translation>启动演示模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Start the chosen checkpoint</source>
        <translation>启动所选检查点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop the deployment</source>
        <translation>停止部署</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Create a report</source>
        <translation>创建报告</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect to the controller again</source>
        <translation>重新连接控制器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Go to or do…</source>
        <translation>转到或执行…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Collapse the navigation</source>
        <translation>收起导航栏</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>About Firstlight</source>
        <translation>关于 Firstlight</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Theme of the system</source>
        <translation>系统主题</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Deployment</source>
        <translation>部署(&amp;D)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::BringUpPage</name>
    <message>
        <location filename="../ui/pages/bring_up_page.cpp" line="+318"/>
        <source>Open a checkpoint folder</source>
        <translation>打开检查点文件夹</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Open a checkpoint file</source>
        <translation>打开检查点文件</translation>
    </message>
    <message>
        <location line="+21"/>
        <source>%1: %2</source>
        <comment>stage, model</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Ready: %1, %2</source>
        <translation>就绪：%1，%2</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1: %2, %3</source>
        <comment>stage, model, layout</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Requested</source>
        <translation>已请求</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Stop requested</source>
        <translation>已请求停止</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Nothing started yet</source>
        <translation>尚未启动</translation>
    </message>
    <message>
        <location line="+34"/>
        <source>Choose a checkpoint and press Start.</source>
        <translation>请选择检查点，然后按“启动”。</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>Stopped in order.</source>
        <translation>已按序停止。</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Bring-up</source>
        <translation>启动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Folder with config.json and *.safetensors</source>
        <translation>包含 config.json 和 *.safetensors 的文件夹</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Checkpoint folder</source>
        <translation>检查点文件夹</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A GGUF file</source>
        <translation>GGUF 文件</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Demo model</source>
        <translation>演示模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Chat with it</source>
        <translation>开始对话</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>None so far.</source>
        <translation>暂无。</translation>
    </message>
    <message>
        <location line="-7"/>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Launch timeline</source>
        <translation>启动时间线</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The ranks appear here when a deployment starts.</source>
        <translation>部署开始后，各 rank 将显示在这里。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ChatPage</name>
    <message>
        <location filename="../ui/pages/chat_page.cpp" line="+251"/>
        <location line="+99"/>
        <source>Add pictures</source>
        <translation>添加图片</translation>
    </message>
    <message>
        <location line="-95"/>
        <source>Pictures (%1)</source>
        <translation>图片 (%1)</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 was not added</source>
        <comment>a picture</comment>
        <translation>未添加 %1</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Drop pictures here</source>
        <translation>将图片拖放到此处</translation>
    </message>
    <message>
        <location line="+57"/>
        <source>Ask %1 something</source>
        <translation>向 %1 提问</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>It knows shapes, colours and a few small text skills. Try one of these, or write your own question below; pictures can be dropped, pasted or added.</source>
        <translation>它认识形状和颜色，并会一点简单的文字任务（仅英文）。可试试下面的例子，或在下方写自己的问题；图片可以拖入、粘贴或添加。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Write a question below. Drop, paste or add pictures to ask about them.</source>
        <translation>请在下方输入问题。可拖放、粘贴或添加图片并就其提问。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Write a question below. This model reads text only.</source>
        <translation>请在下方输入问题。该模型只能读取文本。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No model is serving</source>
        <translation>没有正在提供服务的模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Bring one up first; the conversation starts when it is ready.</source>
        <translation>请先启动一个模型；就绪后即可开始对话。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Question (Enter sends, Shift+Enter starts a new line)</source>
        <translation>问题（Enter 发送，Shift+Enter 换行）</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Add pictures…</source>
        <translation>添加图片…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Show or hide the sampling settings</source>
        <translation>显示或隐藏采样设置</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Go to Bring-up</source>
        <translation>转到“启动”页</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ChatTurnView</name>
    <message>
        <location filename="../ui/pages/chat_turn_view.cpp" line="+188"/>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <location line="+25"/>
        <source>requested…</source>
        <translation>已请求…</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>answering…</source>
        <translation>回答中…</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>TTFT %1 · %2 tokens/s · %3 tokens in, %4 out · %5</source>
        <comment>time to first token, rate, counts, how it ended</comment>
        <translation>TTFT %1 · %2 token/s · 输入 %3 token，输出 %4 token · %5</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Reasoning</source>
        <translation>推理过程</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>What the model received</source>
        <translation>模型收到的内容</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ClusterModel</name>
    <message>
        <location filename="../ui/models/cluster_model.cpp" line="+94"/>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>CPU busy, %</source>
        <translation>CPU 占用，%</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Memory free</source>
        <translation>空闲内存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Load, 1 min</source>
        <translation>负载，1 分钟</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Device memory</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Agent process</source>
        <translation>代理进程</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Age</source>
        <translation>数据时间</translation>
    </message>
    <message>
        <location line="+28"/>
        <source>no device</source>
        <translation>无设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 %2: %3</source>
        <comment>kind, index, name of a device</comment>
        <translation>%1 %2：%3</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ClusterPage</name>
    <message>
        <location filename="../ui/pages/cluster_page.cpp" line="+115"/>
        <source>%1 on %2, %3, %4 of host memory</source>
        <comment>nodes, machines, devices, bytes</comment>
        <translation>%2上的%1，%3，主机内存 %4</translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%n devices</source>
        <translation>
            <numerusform>%n 个设备</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <source>%n machines</source>
        <translation>
            <numerusform>%n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <location line="+4"/>
        <source>No differences</source>
        <translation>无差异</translation>
    </message>
    <message numerus="yes">
        <location line="+0"/>
        <source>%n properties differ</source>
        <translation>
            <numerusform>%n 项属性不同</numerusform>
        </translation>
    </message>
    <message>
        <location line="+8"/>
        <source>No nodes yet</source>
        <translation>尚无节点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nodes appear as soon as the controller has started its agents. If none comes, look at the Logs page.</source>
        <translation>控制器启动代理后，节点就会出现在这里。如果一直没有，请查看“日志”页。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nodes and devices</source>
        <translation>节点与设备</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Nodes compared</source>
        <translation>节点对比</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Only differences</source>
        <translation>仅显示差异</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::CommPage</name>
    <message>
        <location filename="../ui/pages/comm_page.cpp" line="+105"/>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No communication has been checked yet</source>
        <translation>尚未检查通信</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Every bring-up checks it before it loads weights; start one on the Bring-up page.</source>
        <translation>每次启动都会在加载权重前检查通信；请在“启动”页启动一个部署。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Quantity shown</source>
        <translation>显示的指标</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+32"/>
        <source>Checking…</source>
        <translation>检查中…</translation>
    </message>
    <message>
        <location line="-32"/>
        <location line="+36"/>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <location line="-35"/>
        <source>Rank by rank</source>
        <translation>Rank 间矩阵</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Collectives measured</source>
        <translation>集合通信实测</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Message</source>
        <translation>消息大小</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Time, µs</source>
        <translation>时间，µs</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>algbw, MB/s</source>
        <translation>algbw，MB/s</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>busbw, MB/s</source>
        <translation>busbw，MB/s</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Communicators</source>
        <translation>通信组</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The workers of a running deployment report what they exchange.</source>
        <translation>运行中的部署的工作进程会报告其通信情况。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Communicator</source>
        <translation>通信组</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>In progress</source>
        <translation>进行中</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Entered</source>
        <translation>已进入</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Operations</source>
        <translation>操作数</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Possible while a deployment is serving.</source>
        <translation>仅在部署提供服务时可用。</translation>
    </message>
    <message numerus="yes">
        <location line="+31"/>
        <source>Passed: %n ranks reach each other, every result was correct.</source>
        <translation>
            <numerusform>通过：%n 个 rank 互相连通，所有结果均正确。</numerusform>
        </translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <location line="+18"/>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>MB/s</source>
        <translation>MB/s</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>%1 to %2 over %3: %4 %5</source>
        <translation>%1 至 %2，经由 %3：%4 %5</translation>
    </message>
    <message>
        <location line="+19"/>
        <source>correct</source>
        <translation>正确</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>WRONG</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::CommandPalette</name>
    <message>
        <location filename="../ui/shell/command_palette.cpp" line="+59"/>
        <source>Page, rank, node, log line or action</source>
        <translation>页面、rank、节点、日志行或操作</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Command field</source>
        <translation>命令栏</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>What was found</source>
        <translation>搜索结果</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ConnectionBanner</name>
    <message>
        <location filename="../ui/shell/connection_banner.cpp" line="+40"/>
        <source>%1 What is shown is %2 old.</source>
        <comment>remedy, age</comment>
        <translation>%1 当前显示的是 %2 之前的数据。</translation>
    </message>
    <message>
        <location line="-5"/>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Start it again</source>
        <translation>重新启动</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ControllerProcess</name>
    <message>
        <location filename="../ui/transport/controller_process.cpp" line="+57"/>
        <source>it cannot be created</source>
        <translation>无法创建进程</translation>
    </message>
    <message>
        <location line="+55"/>
        <source>it was killed or crashed</source>
        <translation>进程被终止或崩溃</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>exit code %1</source>
        <translation>退出码 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1; its last line: %2</source>
        <translation>%1；最后一行输出：%2</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::DeploymentCommands</name>
    <message>
        <location filename="../ui/models/deployment_commands.cpp" line="+34"/>
        <source>Starting the deployment</source>
        <translation>正在启动部署</translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Stopping the deployment</source>
        <translation>正在停止部署</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::DiagnosePage</name>
    <message>
        <location filename="../ui/pages/diagnose_page.cpp" line="+132"/>
        <source>Log of the controller and its agents</source>
        <translation>控制器及其代理的日志</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Log of %1</source>
        <translation>%1 的日志</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>stage “%1”</source>
        <translation>阶段“%1”</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 on %2</source>
        <comment>a rank, its node</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Nothing has failed</source>
        <translation>没有发生故障</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>When something breaks, what broke first stands here, with the evidence and what to do next.</source>
        <translation>出现故障时，这里会显示最先出错的地方、证据以及下一步该做什么。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Create report</source>
        <translation>生成报告</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Evidence, in order of time</source>
        <translation>证据（按时间顺序）</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No warning or error was reported.</source>
        <translation>没有报告任何警告或错误。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Log of the rank that failed</source>
        <translation>失败 rank 的日志</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>It said nothing.</source>
        <translation>它没有任何输出。</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::FailureBanner</name>
    <message>
        <location filename="../ui/shell/failure_banner.cpp" line="+46"/>
        <source>%1 failed: %2</source>
        <comment>a model, what broke</comment>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Put this away</source>
        <translation>收起此提示</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ImageIntake</name>
    <message>
        <location filename="../ui/models/image_intake.cpp" line="+66"/>
        <source>Only PNG, JPEG, WebP, BMP and GIF pictures on this machine can be dropped here.</source>
        <translation>此处只能拖放本机上的 PNG、JPEG、WebP、BMP 和 GIF 图片。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Only pictures can be dropped here.</source>
        <translation>此处只能拖放图片。</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <location line="+35"/>
        <source>It cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <location line="+3"/>
        <location line="+12"/>
        <source>It has %1; at most %2 are accepted.</source>
        <translation>大小为 %1，最多接受 %2。</translation>
    </message>
    <message>
        <location line="-3"/>
        <source>It is not a PNG, JPEG, WebP, BMP or GIF picture.</source>
        <translation>这不是 PNG、JPEG、WebP、BMP 或 GIF 图片。</translation>
    </message>
    <message>
        <location line="+16"/>
        <source>It has %1 × %2 pixels, which is too many.</source>
        <translation>图片为 %1 × %2 像素，超出上限。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>It cannot be decoded: %1</source>
        <translation>无法解码：%1</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ImageWell</name>
    <message>
        <location filename="../ui/widgets/image_well.cpp" line="+65"/>
        <source>Pictures for the next question</source>
        <translation>下一个问题的图片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Drag to reorder; Delete or the cross removes a picture.</source>
        <translation>拖动可调整顺序；按 Delete 键或点击叉号可移除图片。</translation>
    </message>
    <message>
        <location line="+25"/>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <location line="+98"/>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::InspectorView</name>
    <message>
        <location filename="../ui/shell/inspector_view.cpp" line="+43"/>
        <source>Select a rank, a node or a stage on any page to see all about it here.</source>
        <translation>在任意页面选择一个 rank、节点或阶段，即可在此查看其全部信息。</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::LaunchTimelineView</name>
    <message>
        <location filename="../ui/widgets/launch_timeline_view.cpp" line="+133"/>
        <source>controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>rank %1 · %2</source>
        <comment>rank and its node</comment>
        <translation>rank %1 · %2</translation>
    </message>
    <message>
        <location line="+44"/>
        <source>others wait</source>
        <translation>其他 rank 在等待</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>longer than usual</source>
        <translation>比平时久</translation>
    </message>
    <message>
        <location line="+28"/>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <location line="+24"/>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1: %2, %3, usually %4</source>
        <translation>%1：%2，%3，通常为 %4</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::LogModel</name>
    <message>
        <location filename="../ui/models/log_model.cpp" line="+69"/>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message numerus="yes">
        <location line="+41"/>
        <source>%n ranks</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <location line="+8"/>
        <source>controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1   ×%2</source>
        <comment>a log line and how often it came</comment>
        <translation>%1   ×%2</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::LogsPage</name>
    <message>
        <location filename="../ui/pages/logs_page.cpp" line="+177"/>
        <source>This is not a valid regular expression.</source>
        <translation>这不是有效的正则表达式。</translation>
    </message>
    <message>
        <location line="+11"/>
        <source>All ranks and programs</source>
        <translation>所有 rank 和程序</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Controller and agents</source>
        <translation>控制器和代理</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1 of %2 lines</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>%1, %2 lost on the way</source>
        <translation>%1，传输中丢失 %2 行</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Following</source>
        <translation>跟随中</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <location line="+20"/>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No lines yet</source>
        <translation>尚无日志</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Everything the controller, the agents and the workers say appears here.</source>
        <translation>控制器、代理和工作进程输出的所有内容都会显示在这里。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>All levels</source>
        <translation>所有级别</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Info and above</source>
        <translation>信息及以上</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Errors only</source>
        <translation>仅错误</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Level filter</source>
        <translation>级别筛选</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rank filter</source>
        <translation>Rank 筛选</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Search in the log</source>
        <translation>在日志中搜索</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>No line passes these filters.</source>
        <translation>没有符合这些筛选条件的行。</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::MainWindow</name>
    <message>
        <location filename="../ui/shell/main_window.cpp" line="+176"/>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>log line</source>
        <translation>日志行</translation>
    </message>
    <message>
        <location line="+44"/>
        <source>Stop %1?</source>
        <translation>停止 %1？</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Its workers end and answers in progress are cut off. Bringing it up again takes as long as before.</source>
        <translation>它的工作进程会结束，进行中的回答会被中断。再次启动所需时间与之前相同。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stop it</source>
        <translation>停止</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>About Firstlight</source>
        <translation>关于 Firstlight</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Firstlight %1</source>
        <translation>Firstlight %1</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Brings large models up for the first time: plans, launches, checks, loads, asks, and says what broke first. Apache License 2.0.</source>
        <translation>首次点亮大模型：规划、拉起、检查、加载、提问，并指出最先出错的地方。Apache License 2.0。</translation>
    </message>
    <message>
        <location line="+39"/>
        <source>Close the console?</source>
        <translation>关闭控制台？</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Close and end it</source>
        <translation>关闭并结束</translation>
    </message>
    <message>
        <location line="+15"/>
        <location line="+1"/>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::MemoryPage</name>
    <message>
        <location filename="../ui/pages/memory_page.cpp" line="+117"/>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No memory has been measured yet</source>
        <translation>尚无内存测量数据</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Start a deployment on the Bring-up page; its workers report what they hold.</source>
        <translation>请在“启动”页启动一个部署；其工作进程会上报各自的内存占用。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Keep the newest time in view (End)</source>
        <translation>始终显示最新时间 (End)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rank shown</source>
        <translation>显示的 rank</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Memory over time by class</source>
        <translation>各类内存随时间的变化</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Estimated against measured memory</source>
        <translation>内存估算值与实测值对比</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Save the chart as %1</source>
        <translation>将图表另存为 %1</translation>
    </message>
    <message>
        <location line="+22"/>
        <source>All ranks</source>
        <translation>所有 rank</translation>
    </message>
    <message>
        <location line="+105"/>
        <source>Save the chart</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 could not be written; choose another folder.</source>
        <translation>无法写入 %1；请选择其他文件夹。</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::MemoryTableModel</name>
    <message>
        <location filename="../ui/models/memory_table_model.cpp" line="+51"/>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ModelPage</name>
    <message>
        <location filename="../ui/pages/model_page.cpp" line="+175"/>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Checkpoint path</source>
        <translation>检查点路径</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A GGUF file, or a config.json alone</source>
        <translation>GGUF 文件，或单独的 config.json</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Support</source>
        <translation>支持</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>By</source>
        <translation>分组</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <location line="+0"/>
        <location line="+4"/>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <location line="-4"/>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Coverage</source>
        <translation>覆盖情况</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Bytes</source>
        <translation>存储占用</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Filter tensors by name</source>
        <translation>按名称筛选张量</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tensor manifest</source>
        <translation>张量清单</translation>
    </message>
    <message>
        <location line="+13"/>
        <source>No tensor&apos;s name contains this text; clear the filter to see all.</source>
        <translation>没有名称包含此文字的张量；清除筛选可查看全部。</translation>
    </message>
    <message>
        <location line="-11"/>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <location line="-16"/>
        <source>Checkpoint folder, GGUF file, or a config.json alone</source>
        <translation>检查点文件夹、GGUF 文件，或单独的 config.json</translation>
    </message>
    <message>
        <location line="+12"/>
        <source>Filter by name: all of these words; * for any text</source>
        <translation>按名称筛选：须包含所有词；* 代表任意文本</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>There is no file here that lists tensors: neither weights nor an index.</source>
        <translation>这里没有列出张量的文件：既没有权重，也没有索引。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Open a checkpoint folder</source>
        <translation>打开检查点文件夹</translation>
    </message>
    <message>
        <location line="+7"/>
        <source>Open a checkpoint file</source>
        <translation>打开检查点文件</translation>
    </message>
    <message>
        <location line="+47"/>
        <source>Reading…</source>
        <translation>读取中…</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>No checkpoint is open</source>
        <translation>尚未打开检查点</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open or drop a folder with config.json and safetensors files, a GGUF file, or a config.json alone.</source>
        <translation>打开或拖入包含 config.json 和 safetensors 文件的文件夹、GGUF 文件，或单独的 config.json。</translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Complete?</source>
        <translation>是否完整？</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Consistent?</source>
        <translation>是否一致？</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Supported?</source>
        <translation>是否支持？</translation>
    </message>
    <message>
        <location line="+23"/>
        <source>an unknown number of</source>
        <translation>未知数量的</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 parameters, %2 active</source>
        <translation>%1 参数，激活 %2</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 parameters</source>
        <translation>%1 参数</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 of weights, which are not here</source>
        <translation>权重 %1（不在此处）</translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%1 of weights in %n files</source>
        <translation>
            <numerusform>%n 个文件，共 %1 权重</numerusform>
        </translation>
    </message>
    <message>
        <location line="+2"/>
        <source>KV cache %1 a token</source>
        <translation>每 token 的 KV 缓存 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>windows and states %1 a sequence at most</source>
        <translation>窗口与状态每个序列最多 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>context up to %1 tokens</source>
        <translation>上下文最长 %1 token</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>text and images</source>
        <translation>文本与图像</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>text only</source>
        <translation>仅文本</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>no tokenizer</source>
        <translation>无分词器</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>no chat template</source>
        <translation>无对话模板</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Read in %1; configuration hash %2</source>
        <translation>读取用时 %1；配置哈希 %2</translation>
    </message>
    <message>
        <location line="+27"/>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1 expected, %2 found, %3 missing, %4 unused</source>
        <translation>应有 %1，找到 %2，缺失 %3，未使用 %4</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>type</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::NavigationRail</name>
    <message>
        <location filename="../ui/shell/navigation_rail.cpp" line="+87"/>
        <location line="+2"/>
        <source>Collapse</source>
        <translation>收起</translation>
    </message>
    <message>
        <location line="-1"/>
        <location line="+1"/>
        <source>Show the words</source>
        <translation>显示文字</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::NodeComparisonModel</name>
    <message>
        <location filename="../ui/models/cluster_model.cpp" line="+63"/>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Operating system</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Cores</source>
        <translation>核心数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Version of %1</source>
        <translation>%1 版本</translation>
    </message>
    <message>
        <location line="+58"/>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Not the same on all nodes.</source>
        <translation>各节点不一致。</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::PlanPage</name>
    <message>
        <location filename="../ui/pages/plan_page.cpp" line="+119"/>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>No checkpoint is open</source>
        <translation>尚未打开检查点</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Open one on the Model page; its layouts appear here.</source>
        <translation>请在“模型”页打开检查点；其可用布局会显示在这里。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;TP</source>
        <translation>&amp;TP</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;PP</source>
        <translation>&amp;PP</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Nodes</source>
        <translation>节点(&amp;N)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Context</source>
        <translation>上下文(&amp;C)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>&amp;Sequences</source>
        <translation>序列数(&amp;S)</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <source>any</source>
        <translation>不限</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>as there are</source>
        <translation>现有数量</translation>
    </message>
    <message>
        <location line="+1"/>
        <location line="+1"/>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Tensor parallel degree</source>
        <translation>张量并行度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Pipeline parallel degree</source>
        <translation>流水线并行度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Longest conversation, in tokens</source>
        <translation>最长对话，以 token 计</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Conversations at the same time</source>
        <translation>同时进行的对话数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Ranks</source>
        <translation>Rank 数</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Fits</source>
        <translation>可容纳</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Layouts, best first</source>
        <translation>布局，最优在前</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Estimated memory of each rank</source>
        <translation>各 rank 的估算内存</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Use this layout</source>
        <translation>使用此布局</translation>
    </message>
    <message>
        <location line="+34"/>
        <source>Planning…</source>
        <translation>规划中…</translation>
    </message>
    <message>
        <location line="+24"/>
        <source>✓ yes</source>
        <translation>✓ 是</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>✗ no</source>
        <translation>✗ 否</translation>
    </message>
    <message>
        <location line="+30"/>
        <source>%1 · layers %2–%3</source>
        <translation>%1 · 层 %2–%3</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>%1 fits. %2</source>
        <translation>%1 可容纳。%2</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::RankTableModel</name>
    <message>
        <location filename="../ui/models/rank_table_model.cpp" line="+51"/>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>CPU, %</source>
        <translation>CPU，%</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>KV tokens</source>
        <translation>KV token 数</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <location line="+82"/>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>running</source>
        <translation>运行中</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ReceivedView</name>
    <message>
        <location filename="../ui/widgets/received_view.cpp" line="+59"/>
        <source>Prompt tokens</source>
        <translation>提示词 token</translation>
    </message>
    <message numerus="yes">
        <location line="+69"/>
        <source>Picture %1: %2 × %3 pixels, cut into %4 tiles, %n tokens</source>
        <translation>
            <numerusform>图片 %1：%2 × %3 像素，切成 %4 块，%n 个token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+6"/>
        <source>Picture %1: %2 × %3 pixels, resized to %4 × %5, a grid of %6 × %7 patches, %n tokens</source>
        <translation>
            <numerusform>图片 %1：%2 × %3 像素，缩放至 %4 × %5，%6 × %7 图块网格，%n 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+16"/>
        <source>Sampling: greedy, at most %n tokens</source>
        <translation>
            <numerusform>采样：贪心，最多 %n 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>Sampling: temperature %1, top-p %2, top-k %3, repetition penalty %4, seed %5, at most %n tokens</source>
        <translation>
            <numerusform>采样：温度 %1，top-p %2，top-k %3，重复惩罚 %4，种子 %5，最多 %n 个 token</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ReportsPage</name>
    <message>
        <location filename="../ui/pages/reports_page.cpp" line="+86"/>
        <source>Creating a report</source>
        <translation>正在生成报告</translation>
    </message>
    <message>
        <location line="+28"/>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Choose another place.</source>
        <translation>请选择其他位置。</translation>
    </message>
    <message>
        <location line="+14"/>
        <source>Requested…</source>
        <translation>已请求…</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Create report</source>
        <translation>生成报告</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>Reports</source>
        <translation>报告</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Verdict, timeline and ranks are always included. Also:</source>
        <translation>始终包含结论、时间线和 rank 信息。另外包含：</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Save as HTML…</source>
        <translation>另存为 HTML…</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Preview of the report</source>
        <translation>报告预览</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>No report yet</source>
        <translation>尚无报告</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Bring a model up, then create a report: one HTML file that somebody without this console can read. It also works after a failure.</source>
        <translation>启动模型后即可生成报告：一个 HTML 文件，没有本控制台的人也能阅读。启动失败后同样可以生成。</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::SamplingPanel</name>
    <message>
        <location filename="../ui/pages/sampling_panel.cpp" line="+121"/>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Greedy (always the likeliest token)</source>
        <translation>贪心（总选概率最高的 token）</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>At most tokens</source>
        <translation>最大 token 数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>default</source>
        <comment>of the checkpoint</comment>
        <translation>默认</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>random</source>
        <comment>seed</comment>
        <translation>随机</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Back to the checkpoint&apos;s defaults</source>
        <translation>恢复检查点默认值</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::SettingsPage</name>
    <message>
        <location filename="../ui/pages/settings_page.cpp" line="+125"/>
        <source>The console starts a controller of its own and ends it when it closes.</source>
        <translation>控制台会启动自己的控制器，并在关闭时结束它。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The controller that &quot;firstlightctl up&quot; started on this machine; it goes on without the console.</source>
        <translation>由“firstlightctl up”在本机启动的控制器；控制台关闭后它仍会继续运行。</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>The token file holds the access token of that controller and must be readable by you alone.</source>
        <translation>令牌文件保存该控制器的访问令牌，必须仅你本人可读。</translation>
    </message>
    <message>
        <location line="+17"/>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Units of memory</source>
        <translation>内存单位</translation>
    </message>
    <message>
        <location line="+2"/>
        <location line="+6"/>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <location line="-5"/>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>Binary (KiB, MiB, GiB)</source>
        <translation>二进制（KiB、MiB、GiB）</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Decimal (kB, MB, GB)</source>
        <translation>十进制（kB、MB、GB）</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Works with</source>
        <translation>使用</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>A private controller</source>
        <translation>私有控制器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>The running controller of this machine</source>
        <translation>本机正在运行的控制器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>A controller at an address</source>
        <translation>指定地址的控制器</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Nodes on this machine</source>
        <translation>本机节点数</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Token file</source>
        <translation>令牌文件</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Connect again now</source>
        <translation>立即重新连接</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ShardsPage</name>
    <message>
        <location filename="../ui/pages/shards_page.cpp" line="+101"/>
        <source>Shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>There are no shards yet</source>
        <translation>尚无分片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Start a deployment on the Bring-up page; the workers report each slice that they hold.</source>
        <translation>请在“启动”页启动一个部署；工作进程会上报各自持有的每个切片。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Colour: role</source>
        <translation>颜色：角色</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Colour: load state</source>
        <translation>颜色：加载状态</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>What colours mean</source>
        <translation>颜色含义</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Find a tensor (Enter)</source>
        <translation>查找张量 (Enter)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Find a tensor</source>
        <translation>查找张量</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Zoom out (Backspace)</source>
        <translation>缩小 (Backspace)</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Reload</source>
        <translation>刷新</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Shard map</source>
        <translation>分片图</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Slices of the chosen tensor</source>
        <translation>所选张量的切片</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Click a tensor on the map, or find one by its name, to see its slice on every rank.</source>
        <translation>在图上点击一个张量，或按名称查找，即可查看它在各 rank 上的切片。</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Whole</source>
        <translation>完整张量</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message numerus="yes">
        <location line="+67"/>
        <source>%n slices</source>
        <translation>
            <numerusform>%n 个切片</numerusform>
        </translation>
    </message>
    <message>
        <location line="+27"/>
        <source>All nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <location line="+53"/>
        <source>No tensor&apos;s name contains “%1”.</source>
        <translation>没有名称包含“%1”的张量。</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::StageTrack</name>
    <message>
        <location filename="../ui/widgets/stage_track.cpp" line="+22"/>
        <source>&lt; 1 ms</source>
        <translation>&lt; 1 ms</translation>
    </message>
    <message>
        <location line="+35"/>
        <source>%1 failed after %2.</source>
        <translation>%1失败，已用时 %2。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Serving for %1.</source>
        <translation>已服务 %1。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1: %2, waits for rank %3.</source>
        <translation>%1：%2，正在等待 rank %3。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1: %2, longer than usual (%3).</source>
        <translation>%1：%2，比平时（%3）更久。</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1: %2, usually %3.</source>
        <translation>%1：%2，通常为 %3。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <location line="+156"/>
        <source>%1 !</source>
        <comment>longer than usual</comment>
        <translation>%1 !</translation>
    </message>
    <message>
        <location line="+9"/>
        <source>%1: stopped after %2, usually %3</source>
        <translation>%1：在 %2 后被停止，通常为 %3</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>%1: took %2, usually %3</source>
        <translation>%1：用时 %2，通常为 %3</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::StatusLine</name>
    <message>
        <location filename="../ui/shell/status_line.cpp" line="+58"/>
        <source>No controller yet</source>
        <translation>尚无控制器</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Controller %1, process %2</source>
        <translation>控制器 %1，进程 %2</translation>
    </message>
    <message>
        <location line="+8"/>
        <source>Data: %1</source>
        <comment>age</comment>
        <translation>数据：%1</translation>
    </message>
    <message>
        <location line="+0"/>
        <source>No data yet</source>
        <translation>尚无数据</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>%1 log lines lost on the way</source>
        <translation>传输中丢失 %1 行日志</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::StepButton</name>
    <message>
        <location filename="../ui/widgets/step_button.cpp" line="+23"/>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::TensorListModel</name>
    <message>
        <location filename="../ui/models/tensor_list_model.cpp" line="+140"/>
        <source>not here yet</source>
        <translation>尚未下载</translation>
    </message>
    <message>
        <location line="+21"/>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>File</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::TileView</name>
    <message>
        <location filename="../ui/widgets/tile_view.cpp" line="+25"/>
        <source>%1 × %2 pixels</source>
        <comment>of a tile</comment>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <location line="+4"/>
        <source>Thumbnail of the whole picture: tile %1, %2</source>
        <translation>整图缩略图：第 %1 块，%2</translation>
    </message>
    <message>
        <location line="+3"/>
        <source>Tile %1: %2</source>
        <translation>第 %1 块：%2</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Tiles %1 to %2: %3 × %4 of %5</source>
        <translation>第 %1 至 %2 块：%3 × %4，每块 %5</translation>
    </message>
    <message numerus="yes">
        <location line="+48"/>
        <source>%1 · %n tokens</source>
        <comment>number of a tile</comment>
        <translation>
            <numerusform>%1 · %n 个token</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::TopBar</name>
    <message>
        <location filename="../ui/shell/top_bar.cpp" line="+70"/>
        <source>Go to or do…  (Ctrl+K)</source>
        <translation>转到或执行…  (Ctrl+K)</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Command field</source>
        <translation>命令栏</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Stages of the deployment</source>
        <translation>部署阶段</translation>
    </message>
    <message>
        <location line="+10"/>
        <source>%1, started %2</source>
        <comment>a deployment</comment>
        <translation>%1，启动于 %2</translation>
    </message>
    <message>
        <location line="+5"/>
        <source>No deployment yet</source>
        <translation>尚无部署</translation>
    </message>
    <message>
        <location line="+15"/>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
</context>
<context>
    <name>firstlight::ui::WelcomePage</name>
    <message>
        <location filename="../ui/pages/welcome_page.cpp" line="+84"/>
        <source>Starting the controller…</source>
        <translation>正在启动控制器…</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The demo model is not installed. Open a checkpoint folder instead.</source>
        <translation>未安装演示模型。请改为打开检查点文件夹。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>A deployment is running already; stop it first on the Bring-up page.</source>
        <translation>已有部署在运行；请先在“启动”页停止它。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The controller is ready.</source>
        <translation>控制器已就绪。</translation>
    </message>
    <message>
        <location line="+6"/>
        <source>First light</source>
        <translation>初次点亮</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Bring up the demo model: a small model that reads text and pictures, over two nodes on this machine.</source>
        <translation>启动演示模型：一个能读取文本和图片的小模型，运行在本机的两个节点上。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>The controller plans it, starts the workers, checks that they can talk, loads the weights and asks it two questions. Then you can chat with it and drop pictures into the conversation.</source>
        <translation>控制器会进行规划、启动工作进程、检查它们之间的通信、加载权重，并向模型提两个问题。之后你就可以与它对话，并把图片拖入对话中。</translation>
    </message>
    <message>
        <location line="+2"/>
        <source>Bring up the demo model</source>
        <translation>启动演示模型</translation>
    </message>
    <message>
        <location line="+1"/>
        <source>Open a checkpoint…</source>
        <translation>打开检查点…</translation>
    </message>
</context>
</TS>
